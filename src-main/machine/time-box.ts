/** The promise's value, or the fallback once `milliseconds` have passed or the promise is rejected. Never rejects. */
export async function timeBox<T>(milliseconds: number, work: Promise<T>, fallback: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      resolve(fallback);
    }, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return fallback;
  } finally {
    clearTimeout(timer);
  }
}
