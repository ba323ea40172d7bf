/** How long something may be on its way on a machine that has much else to do. */
const PATIENCE = 10_000;
const PAUSE = 100;

/**
 * What stays wrong: `find` is asked again until it finds nothing, or for ten seconds. A colour that fades, a row that comes
 * after a window has got narrow, are not wrong; whatever is, is still found at the end.
 */
export async function stillFound(find: () => Promise<string[]>): Promise<string[]> {
  const end = Date.now() + PATIENCE;
  let found = await find();
  while (found.length > 0 && Date.now() < end) {
    await new Promise((done) => setTimeout(done, PAUSE));
    found = await find();
  }
  return found;
}
