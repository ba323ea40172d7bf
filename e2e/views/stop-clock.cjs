// Loaded before the app, and run in its pages: it is always the same moment, and each reading of the clock is a millisecond later.
const RealDate = Date;
let now = RealDate.UTC(2026, 2, 14, 9, 26);
const next = () => now++;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, own) => Reflect.construct(target, args.length === 0 ? [next()] : args, own),
  apply: () => new RealDate(next()).toString(),
  get: (target, name) => (name === "now" ? next : Reflect.get(target, name)),
});
