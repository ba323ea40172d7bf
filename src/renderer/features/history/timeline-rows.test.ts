import { expect, test } from "vitest";
import { guestWriter } from "../../../core/review/guest";
import { EXTERNAL_CHANGE } from "../../../core/review/writer";
import type { VersionEntry, Writer } from "../../../shared/contract";
import { isMarked, sizeOf, timelineRows, writersOf } from "./timeline-rows";

const you: Writer = { kind: "you", name: "you" };
const agent = (name: string): Writer => ({ kind: "agent", name });
let count = 0;
/** A local time on 5 May. */
const version = (clock: string, by: Writer, reason: string, more: Partial<VersionEntry> = {}): VersionEntry => ({
  version_id: `v${++count}`,
  version: `hash ${count}`,
  at: new Date(`2026-05-05T${clock}:00`).toISOString(),
  by,
  reason,
  size: 10,
  ...more,
});
const calm = { toggled: new Set<string>(), who: null, matches: null };
const summary = (versions: VersionEntry[], view: Partial<Parameters<typeof timelineRows>[1]> = {}) =>
  timelineRows(versions, { ...calm, ...view }).map((row) =>
    row.kind === "day"
      ? `day of ${row.count}`
      : row.kind === "run"
        ? `run of ${row.versions.length}`
        : `${row.level === 3 ? "  " : ""}${row.version.reason}`,
  );

test("the autosaves of one session are one row, which expands", () => {
  const versions = ["10:09", "10:05", "10:00"].map((clock) => version(clock, you, "autosave"));
  expect(summary(versions)).toEqual(["day of 3", "run of 3"]);
  const turned = new Set([`run ${versions.at(-1)?.version_id}`]);
  expect(summary(versions, { toggled: turned })).toEqual([
    "day of 3",
    "run of 3",
    "  autosave",
    "  autosave",
    "  autosave",
  ]);
});

test("a pause, another writer or a marked version ends a session", () => {
  expect(summary([version("10:30", you, "autosave"), version("10:00", you, "autosave")])).toHaveLength(3);
  const between = [version("10:02", you, "autosave"), version("10:01", agent("Claude"), "patch")];
  expect(summary([...between, version("10:00", you, "autosave")])).toEqual([
    "day of 3",
    "autosave",
    "patch",
    "autosave",
  ]);
  const saved = [version("10:02", you, "autosave"), version("10:01", you, "saved by hand")];
  expect(summary([...saved, version("10:00", you, "autosave")])).toHaveLength(4);
  const named = version("10:01", you, "autosave", { mark: "Draft" });
  expect(summary([version("10:02", you, "autosave"), named, version("10:00", you, "autosave")])).toHaveLength(4);
  expect([isMarked(named), isMarked(saved[1] as VersionEntry), isMarked(saved[0] as VersionEntry)]).toEqual([
    ...[true, true, false],
  ]);
});

test("an agent's writes for one request are one row, for another request another", () => {
  const first = { request: "Shorten it" };
  const versions = [
    version("10:03", agent("model"), "patch", { request: "Translate it" }),
    version("10:02", agent("model"), "patch", first),
    version("10:01", agent("model"), "replaced section intro", first),
  ];
  expect(summary(versions)).toEqual(["day of 3", "patch", "run of 2"]);
});

test("days are separate, and a collapsed day shows none of its versions", () => {
  const older = version("10:00", you, "autosave", { at: new Date("2026-05-04T10:00:00").toISOString() });
  const versions = [version("00:01", you, "autosave"), older];
  expect(summary(versions)).toEqual(["day of 1", "autosave", "day of 1", "autosave"]);
  expect(summary(versions, { toggled: new Set(["day 2026-5-5"]) })).toEqual(["day of 1", "day of 1", "autosave"]);
});

test("a writer filter and a search limit the versions", () => {
  const mine = version("10:01", you, "autosave");
  const theirs = version("10:00", agent("you"), "patch");
  expect(summary([mine, theirs], { who: "agent:you" })).toEqual(["day of 1", "patch"]);
  expect(summary([mine, theirs], { matches: new Map([[mine.version_id, "line"]]) })).toEqual(["day of 1", "autosave"]);
  expect(summary([mine, theirs], { matches: new Map() })).toEqual([]);
  expect(writersOf([theirs, version("09:00", { kind: "program", name: "x" }, "found on disk"), mine])).toEqual([
    ...[you, agent("you"), { kind: "program", name: "x" }],
  ]);
});

test("the size of a run is the sum of its versions, and unknown if one of them is", () => {
  const one = version("10:01", you, "autosave", { change: { added: 3, removed: 1 } });
  expect(sizeOf([one, one])).toEqual({ added: 6, removed: 2 });
  expect(sizeOf([one, version("10:00", you, "autosave")])).toBeNull();
});

test("what each guest wrote in one session is a row of its own, and other programs' writes stay apart", () => {
  const [ann, ben] = ["Ann", "Ben"].map(guestWriter) as [Writer, Writer];
  const versions = [ann, ann, ben, ben].map((by, at) => version(`10:0${9 - at}`, by, "autosave"));
  expect(summary(versions)).toEqual(["day of 4", "run of 2", "run of 2"]);
  expect(summary(versions.map((each) => ({ ...each, by: EXTERNAL_CHANGE })))).toHaveLength(5);
});
