/** All tests with their long sweeps. */
export async function run(args) {
  process.env.GALLEY_LONG = "1";
  const { run: test } = await import("./test.mjs");
  return test(args);
}
