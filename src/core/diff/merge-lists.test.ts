import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeLists } from "./merge-lists";

const list = (text: string) => [...text];
/** Merges lists of single letters; where both changed the same, what both have is in brackets. */
const merge = (base: string, ours: string, theirs: string) =>
  mergeLists(list(base), list(ours), list(theirs), (b, o, t) => [`[${b.join("")}|${o.join("")}|${t.join("")}]`])?.join(
    "",
  );

test.each([
  ["what only one version changed", "abcdef", "aBcdef", "abcdEf", "aBcdEf"],
  ["items next to each other", "abcd", "aBcd", "abCd", "aBCd"],
  ["insertions and deletions", "abcdef", "axbcdef", "abcdf", "axbcdf"],
  ["an insertion beside what the other changed", "abc", "axbc", "aBc", "axBc"],
  ["an insertion after what the other changed", "abc", "abxc", "aBc", "aBxc"],
  ["the same change in both", "abc", "aXc", "aXc", "aXc"],
  ["a deletion beside a change", "abcd", "acd", "abCd", "aCd"],
  ["changes of the same item", "abc", "aXc", "aYc", "a[b|X|Y]c"],
  ["insertions at the same point", "ab", "axb", "ayb", "a[|x|y]b"],
  ["a change of what the other deleted", "abc", "ac", "aBc", "a[b||B]c"],
  ["an insertion in what the other replaced", "abcd", "abxcd", "aBCd", "a[bc|bxc|BC]d"],
])("%s", (_what, base, ours, theirs, merged) => {
  expect(merge(base, ours, theirs)).toBe(merged);
});

test("nothing is merged if what both changed cannot be", () => {
  expect(mergeLists(["a"], ["b"], ["c"], () => null)).toBeNull();
});

test("each version merged with an unchanged one is itself, and sides can be swapped", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, letters, (base, ours, theirs) => {
      const none = () => null;
      expect(mergeLists(base, ours, base, none)).toEqual(ours);
      expect(mergeLists(base, base, theirs, none)).toEqual(theirs);
      expect(mergeLists(base, ours, ours, none)).toEqual(ours);
      expect(mergeLists(base, ours, theirs, none)).toEqual(mergeLists(base, theirs, ours, none));
    }),
  );
});
