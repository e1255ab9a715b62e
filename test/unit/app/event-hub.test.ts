import { describe, expect, test } from 'vitest';
import { createEventHub } from '../../../src-main/app/calls/event-hub.ts';
import type { AppEvent } from '../../../src-main/contract/events.ts';

/** A clock that is wound by hand, in place of the machine's. */
function handWoundClock() {
  let due: (() => void)[] = [];
  const waits: number[] = [];
  return {
    schedule: (run: () => void, milliseconds: number) => {
      waits.push(milliseconds);
      due.push(run);
    },
    ring: () => {
      const now = due;
      due = [];
      for (const run of now) run();
    },
    waits,
  };
}

const progress = (comparison: string, secondsLeft: number): AppEvent => ({
  kind: 'progress',
  comparison,
  event: { kind: 'progress', runs: [], secondsLeft },
});
const notice = (text: string): AppEvent => ({
  kind: 'progress',
  comparison: 'a',
  event: { kind: 'notice', text },
});

describe('the event hub', () => {
  test('delivers a thousand events as one batch, the newest progress of each comparison in it', () => {
    const clock = handWoundClock();
    const hub = createEventHub(clock.schedule);
    const batches: (readonly AppEvent[])[] = [];
    hub.subscribe((events) => batches.push(events));
    for (let left = 999; left >= 0; left--) hub.publish(progress(left % 2 === 0 ? 'even' : 'odd', left));
    expect(batches).toEqual([]);
    clock.ring();
    expect(batches).toEqual([[progress('odd', 1), progress('even', 0)]]);
    expect(clock.waits).toEqual([100]);
  });

  test('keeps every notice, in order, between what replaced each other', () => {
    const clock = handWoundClock();
    const hub = createEventHub(clock.schedule);
    const heard: AppEvent[] = [];
    hub.subscribe((events) => heard.push(...events));
    for (const event of [progress('a', 3), notice('one'), progress('a', 2), notice('two')])
      hub.publish(event);
    clock.ring();
    expect(heard).toEqual([notice('one'), progress('a', 2), notice('two')]);
  });

  test('asks for one timer a batch and a new one after it', () => {
    const clock = handWoundClock();
    const hub = createEventHub(clock.schedule);
    hub.subscribe(() => {});
    hub.publish(notice('one'));
    hub.publish(notice('two'));
    clock.ring();
    hub.publish(notice('three'));
    expect(clock.waits).toEqual([100, 100]);
  });

  test('gives a new listener nothing from before, and one that left nothing more', () => {
    const clock = handWoundClock();
    const hub = createEventHub(clock.schedule);
    const first: AppEvent[] = [];
    const second: AppEvent[] = [];
    const leave = hub.subscribe((events) => first.push(...events));
    hub.publish(notice('before'));
    hub.subscribe((events) => second.push(...events));
    leave();
    hub.publish(notice('after'));
    clock.ring();
    expect(first).toEqual([notice('before')]);
    expect(second).toEqual([notice('after')]);
  });
});
