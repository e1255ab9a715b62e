/** Waiting is shown only when it is worth showing: an answer within 150 ms comes without a flash before it. */
import { useEffect, useState } from 'react';

const patience = 150;

/** True once `waiting` has lasted for 150 ms. */
export function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => {
      setLate(true);
    }, patience);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting]);
  return late && waiting;
}
