/** Reading every byte of a model for its hash: begun by hand, stopped by hand or when another model is looked at. */
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';

export function useHashing(model: string) {
  const { models } = useStores();
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<Failure | null>(null);
  const flight = useRef<AbortController | null>(null);
  const stop = () => {
    flight.current?.abort();
    flight.current = null;
    setRunning(false);
  };
  useEffect(
    () => () => {
      flight.current?.abort();
      flight.current = null;
      setRunning(false);
      setProblem(null);
    },
    [model],
  );
  const start = async () => {
    const own = new AbortController();
    flight.current = own;
    setProblem(null);
    setRunning(true);
    const answer = await models.hash(model, own.signal);
    if (flight.current !== own) return;
    flight.current = null;
    setRunning(false);
    if (!answer.ok) setProblem(answer.error);
  };
  return { running, problem, start: () => void start(), stop };
}
