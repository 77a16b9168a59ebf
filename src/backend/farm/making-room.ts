/** Runs work of a kind, and before it, where none is under way, what makes room for it. */
export function makingRoom(makeRoom: () => Promise<void>): <T>(work: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  return async (work) => {
    if (underWay === 0) await makeRoom();
    underWay++;
    try {
      return await work();
    } finally {
      underWay--;
    }
  };
}
