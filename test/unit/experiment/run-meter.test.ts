import { expect, test } from 'vitest';
import { RunMeter } from '../../../src-main/experiment/run-meter.ts';

const key = (candidate: string) => ({ candidate, replicate: 1 });

test('where every output was there already, no time is left', () => {
  const meter = new RunMeter();
  meter.add(key('a'), 20, 20, 'complete');
  meter.add(key('b'), 20, 20, 'complete');
  expect(meter.secondsLeft()).toBe(0);
});

test('what is left is unknown until an output came, and a run that failed has nothing left', () => {
  const meter = new RunMeter();
  meter.add(key('a'), 20, 20, 'complete');
  meter.add(key('b'), 20, 10, 'waiting');
  expect(meter.secondsLeft()).toBeNull();
  meter.deliver(key('b'), 5);
  meter.busy(key('b'), 500);
  // Nine more, two in a second.
  expect(meter.secondsLeft()).toBe(4.5);
  meter.setState(key('b'), 'failed');
  expect(meter.secondsLeft()).toBe(0);
});
