import { structuredPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges } from "../text/change";
import { indexedLines, lineFinder } from "../text/find-lines";
import { edited, runs, someText } from "../text/texts.fixture";
import { applyPatchText } from "./patch-text";

// The text after the patch; an error as `code: message`.
function patched(text: string, patch: string): string {
  const result = applyPatchText(text, patch);
  return result.status === "applied" ? applyChanges(text, result.changes) : `${result.code}: ${result.message}`;
}

const list = "# List\n\n- one\n- two\n- three\n";

describe("patch_text", () => {
  it("inserts + lines after the anchor", () => {
    expect(patched(list, "@@ - one\n+- one and a half")).toBe("# List\n\n- one\n- one and a half\n- two\n- three\n");
  });

  it("replaces the line below the anchor", () => {
    expect(patched(list, "@@ - one\n-- two\n+- TWO\n")).toBe("# List\n\n- one\n- TWO\n- three\n");
  });

  it("replaces the anchor itself", () => {
    expect(patched(list, "@@ - two\n-- two\n+- TWO")).toBe("# List\n\n- one\n- TWO\n- three\n");
  });

  it("takes a context line that repeats the anchor as the anchor", () => {
    expect(patched(list, "@@ - two\n - two\n+- new")).toBe("# List\n\n- one\n- two\n- new\n- three\n");
    expect(patched(list, "@@ - two\n - one\n - two\n+- new")).toBe("# List\n\n- one\n- two\n- new\n- three\n");
  });

  it("prefers the target right below the anchor to one further down", () => {
    expect(patched("a\nx\nb\nx\n", "@@ a\n-x\n+y")).toBe("a\ny\nb\nx\n");
  });

  it("takes the only target further down", () => {
    expect(patched("x\na\nb\nx\n", "@@ a\n-x\n+y")).toBe("x\na\nb\ny\n");
    expect(patched("a\nb\nx\nx\n", "@@ a\n-x\n+y")).toBe("ambiguous: hunk 1 fits at 2 places, at lines 3, 4");
    expect(patched("x\na\nb\n", "@@ a\n-x\n+y")).toBe(
      "not_found: hunk 1 has context that is not in the file below its anchor: “x”",
    );
  });

  it("needs a unique anchor, unless the lines below it decide", () => {
    expect(patched("a\nx\na\nz\n", "@@ a\n+y")).toBe(
      "ambiguous: hunk 1 has an anchor that occurs 2 times, at lines 1, 3",
    );
    expect(patched("a\nx\na\nz\n", "@@ a\n-z\n+y")).toBe("a\nx\na\ny\n");
  });

  it("finds a bare hunk by its context, after any bare header", () => {
    for (const head of ["", "@@\n", "@@ -7,3 +7,3 @@\n", "@@ -7,3 +7,3 @@ # List\n", "@@ @@\n", "@@ ... @@\n"]) {
      expect(patched(list, `${head} - one\n-- two\n+- TWO\n - three\n`)).toBe("# List\n\n- one\n- TWO\n- three\n");
    }
  });

  it("inserts between the context lines of a bare hunk", () => {
    expect(patched(list, "@@\n - one\n+- new\n - two\n")).toBe("# List\n\n- one\n- new\n- two\n- three\n");
    expect(patched(list, "@@\n+top\n # List\n")).toBe(`top\n${list}`);
  });

  it("rejects a bare hunk whose context occurs twice", () => {
    expect(patched("a\nb\na\nb\n", "@@\n-b\n+c")).toBe("ambiguous: hunk 1 fits at 2 places, at lines 2, 4");
  });

  it("keeps context lines as they are if only blanks at their ends differ", () => {
    expect(patched("one  \ntwo\t\nthree\n", "@@\n one\n-two\n+TWO\n three   ")).toBe("one  \nTWO\nthree\n");
    expect(patched("one  \ntwo\n", "@@ one\n+new")).toBe("one  \nnew\ntwo\n");
  });

  it("prefers exact matches", () => {
    expect(patched("one  \nx\none\nx\n", "@@ one\n+new")).toBe("one  \nx\none\nnew\nx\n");
  });

  it("keeps the presence or absence of a final line break", () => {
    expect(patched("a\nb", "@@ b\n+c")).toBe("a\nb\nc");
    expect(patched("a\nb\n", "@@ b\n+c")).toBe("a\nb\nc\n");
    expect(patched("a\nb", "@@ b\n-b")).toBe("a");
    expect(patched("a\nb", "@@ a\n-b\n+c\n+d")).toBe("a\nc\nd");
    expect(patched("a\nb", "@@\n-a\n b")).toBe("b");
    expect(patched("a", "@@\n-a\n+b")).toBe("b");
  });

  it("changes the final line break if the patch says so", () => {
    expect(patched("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b")).toBe("a\nb\n");
    expect(patched("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file")).toBe("a\nc");
  });

  it("accepts an envelope and returns its file name", () => {
    const patch =
      "*** Begin Patch\n*** Update File: notes/my list.md\n@@ - one\n+- new\n*** End of File\n*** End Patch\n";
    expect(applyPatchText(list, patch)).toMatchObject({ status: "applied", hunks: 1, file: "notes/my list.md" });
    expect(applyPatchText(list, "@@ - one\n+- new")).toMatchObject({ file: null });
  });

  it("accepts a unified diff with header lines", () => {
    const patch =
      "diff --git a/l b/l\nindex 1a2b..3c4d 100644\n--- a/l\n+++ b/l\n@@ -3,2 +3,2 @@\n - one\n-- two\n+- TWO\n";
    expect(patched(list, patch)).toBe("# List\n\n- one\n- TWO\n- three\n");
  });

  it("removes a line of dashes that is not a header", () => {
    expect(patched("a\n-- b\nc\n", "@@ -1,3 +1,3 @@\n a\n--- b\n+++ d\n c")).toBe("a\n++ d\nc\n");
  });

  it("accepts any line breaks, surrounding blank lines, and context lines that lost their blank", () => {
    expect(patched(list, "\r\n@@ # List\r\n\r\n-- one\r\n+- ONE\r\n\r\n")).toBe("# List\n\n- ONE\n- two\n- three\n");
    expect(patched(list, "@@ # List\n+new\n\n@@ - two\n+end\n\n")).toBe("# List\nnew\n\n- one\n- two\nend\n- three\n");
  });

  it("applies hunks in order, each to the result of the one before", () => {
    expect(patched(list, "@@ - one\n-- two\n+- 2\n@@ - 2\n+- 2b\n@@ # List\n+sub")).toBe(
      "# List\nsub\n\n- one\n- 2\n- 2b\n- three\n",
    );
    expect(patched("a\n", "@@ a\n+b\n@@ a\n+c")).toBe("a\nc\nb\n");
    expect(patched("a", "@@ a\n+b\n@@ b\n+c\n@@ a\n-a")).toBe("b\nc");
    expect(patched("a\nb", "@@\n-a\n+x\n+y\n@@\n-b")).toBe("x\ny");
  });

  it("is not misled by lines that an earlier hunk added", () => {
    expect(patched("a\nb\nc\n", "@@ a\n+c\n@@\n-c\n+d")).toBe("a\nc\nb\nd\n");
  });

  it("applies no hunk if one is rejected", () => {
    expect(patched(list, "@@ - one\n+- new\n@@ - four\n+- five")).toBe(
      "not_found: hunk 2 has an anchor that is not a line of the file: “- four”",
    );
  });

  it.each([
    ["", "bad_arguments: patch_text has no hunk"],
    ["*** Begin Patch\n*** End Patch", "bad_arguments: patch_text has no hunk"],
    ["@@ - one\n+- new\n@@ - two\n", "bad_arguments: hunk 2 changes nothing: it has no - or + line"],
    ["@@\n - one\n - two", "bad_arguments: hunk 1 changes nothing: it has no - or + line"],
    ["@@ - one\n-- two\n+- two", "bad_arguments: hunk 1 changes nothing"],
    ["+new", "bad_arguments: hunk 1 inserts without an anchor"],
    ["@@\n+new", "bad_arguments: hunk 1 inserts without an anchor"],
    ["@@ - one\n*** Add File: b.md\n+x", "bad_arguments: patch_text cannot add a file"],
    ["--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x", "bad_arguments: patch_text cannot add a file"],
    ["*** Begin Patch\n*** Delete File: b.md\n*** End Patch", "bad_arguments: patch_text cannot delete a file"],
    ["--- a/l\n+++ /dev/null\n@@ -1 +0,0 @@\n-x", "bad_arguments: patch_text cannot delete a file"],
    ["*** Update File: a\n*** Move to: b\n", "bad_arguments: patch_text cannot move or rename a file"],
    ["rename from a\nrename to b", "bad_arguments: patch_text cannot move or rename a file"],
    ["*** Update File: a\n@@ x\n+y\n*** Update File: b", "bad_arguments: patch_text names two files, a and b"],
    [
      "--- a/l\n+++ b/l\n@@ -3 +3 @@\n-- one\n+- 1\n--- a/m\n+++ b/m\n@@ -1 +1 @@\n-x\n+y",
      "bad_arguments: patch_text changes more than one file",
    ],
    ["@@ - one\nnew line", "bad_arguments: hunk 1: line 2 of patch_text starts with “new line”"],
    ["*** Begin Patch\n*** End Patch\n@@ x", "bad_arguments: line 3 of patch_text is after *** End Patch"],
    ["@@ - 1\n+x", "not_found: hunk 1 has an anchor that is not a line of the file: “- 1”"],
  ])("rejects %j with its own message", (patch, message) => {
    expect(patched(list, patch)).toBe(message);
  });

  it("keeps a blank context line in the middle even if the counts are wrong", () => {
    expect(patched(list, "@@ -1,1 +1,1 @@\n # List\n\n-- one\n+- ONE\n\n@@ - two\n+x")).toBe(
      "# List\n\n- ONE\n- two\nx\n- three\n",
    );
  });

  it("rejects more hunks than it can search for", () => {
    expect(patched("a\n", "@@ a\n+b\n".repeat(5001))).toBe(
      "bad_arguments: patch_text has 5001 hunks; the limit is 5000",
    );
  });

  it("thousands of hunks cost no more than the text and the hunks", () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => `line ${at} of the text`);
    const lineNumbers = Array.from({ length: 4000 }, (_, at) => at * 50 + 3);
    const patch = lineNumbers.map((at) => `@@ ${lines[at - 1]}\n-${lines[at]}\n+changed ${at}\n`).join("");
    const before = process.cpuUsage();
    const result = patched(`${lines.join("\n")}\n`, patch);
    const { user, system } = process.cpuUsage(before);
    for (const at of lineNumbers) lines[at] = `changed ${at}`;
    expect(result).toBe(`${lines.join("\n")}\n`);
    // Searching for them one by one took fifteen seconds and more.
    expect((user + system) / 1e6).toBeLessThan(6);
  });

  it("hunks for lines that are all equal are rejected before they cost minutes", () => {
    const text = `${"a\n".repeat(400_000)}b\n`;
    const patch = Array.from({ length: 4000 }, () => "@@\n a\n a\n-c\n+d\n".replace("c", "a")).join("");
    expect(patched(text, patch)).toMatch(/^ambiguous: hunk 1/);
    const unlike = Array.from({ length: 4000 }, (_, at) => `@@\n-a\n b\n+${at}\n`).join("");
    expect(patched(text.repeat(2), unlike)).toMatch(/^(?:bad_arguments|ambiguous|not_found): /);
  });

  it("the line index of a text finds what a search finds", () => {
    const line = fc.constantFrom("a", "b", "a ", "a\t", "", " ", "b  ", "c", "é", "é\u00a0", "a\u3000");
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        fc.boolean(),
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.nat(10),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(3),
        (lines, isOpen, sought, start, limit, isRejected) => {
          const text = lines.map((each) => `${each}\n`).join("") + (isOpen ? "a" : "");
          const from = lines.slice(0, start).reduce((sum, each) => sum + each.length + 1, 0);
          const options = {
            from,
            limit,
            accept: (span: { start: number }) => isRejected === 0 || span.start % (isRejected + 1) > 0,
          };
          expect(indexedLines(text, sought).find(sought, options)).toEqual(lineFinder(text).find(sought, options));
        },
      ),
      runs(2000),
    );
  });

  it("lists the lines that could have been meant", () => {
    expect(applyPatchText("a\nb\na\nb\n", "@@\n-b\n+c")).toMatchObject({ candidates: ["2: b", "4: b"], hunk: 1 });
  });

  it("says if a line was given both as context and as removed", () => {
    expect(applyPatchText(list, "@@\n - two\n-- two\n+- 2")).toMatchObject({
      code: "not_found",
      hint: "It has the same line as context and as removed; give it once, as removed.",
    });
  });

  it("names the nearest lines if context is missing", () => {
    expect(applyPatchText("  Title of it\nrest\n", "@@ title of it\n+x")).toMatchObject({
      candidates: [
        "1:   Title of it (Differs in the indentation, letter case. The line starts with 2 blanks, the wanted text with no blank.)",
      ],
    });
  });

  it("applies a patch made from a difference exactly, whatever the line endings", () => {
    fc.assert(
      fc.property(edited(someText, 4), ({ text, changes }) => {
        const after = applyChanges(text, changes);
        fc.pre(after !== text && text !== "");
        const patch = unified(text, after, Number.MAX_SAFE_INTEGER);
        expect(patched(text, patch)).toBe(after);
      }),
      runs(1000),
    );
  });

  it("applies a patch made from a difference of dissimilar lines exactly, with little context", () => {
    const lines = fc.uniqueArray(fc.stringMatching(/^[a-z -]{1,12}$/), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, fc.boolean(), (first, second, isOpen) => {
        const text = first.join("\n") + (isOpen ? "" : "\n");
        const after = first
          .flatMap((line, index) => (index % 4 === 1 ? [] : index % 4 === 3 ? [line, second[index] ?? "new"] : [line]))
          .join("\n");
        fc.pre(after !== text && after.trim() !== "");
        expect(patched(text, unified(text, after, 2))).toBe(after);
      }),
      runs(500),
    );
  });
});

function unified(before: string, after: string, context: number): string {
  const { hunks } = structuredPatch("a", "b", before, after, "", "", { context });
  return hunks
    .map(
      (hunk) => `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@\n${hunk.lines.join("\n")}`,
    )
    .join("\n");
}
