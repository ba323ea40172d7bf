import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { docxOf } from "./formats/packages.fixture";
import { createLedgers } from "./office-ledgers";

const small = docxOf("<w:p><w:r><w:t>short</w:t></w:r></w:p>");
const noise = randomBytes(150_000).toString("hex");
const large = docxOf(`<w:p><w:r><w:t>${noise}</w:t></w:r></w:p>`);

test("what is large is said elsewhere, once a version; what is small, and no package, is not", async () => {
  const asked: number[] = [];
  const ledgers = createLedgers(async (bytes) => {
    asked.push(bytes.length);
    return "elsewhere";
  });
  expect(await ledgers.of(small, "v1", "docx")).toBe("short");
  expect(await ledgers.of(large, "v2", "docx")).toBe("elsewhere");
  expect(await ledgers.of(large, "v2", "docx")).toBe("elsewhere");
  expect(await ledgers.of(Buffer.alloc(200_000), "v3", "docx")).toBeNull();
  expect(asked).toEqual([large.length]);
});

test("where nobody else is there it is said here, and what could not be said is asked again", async () => {
  expect(await createLedgers().of(large, "v2", "docx")).toBe(noise);
  let isThere = false;
  const ledgers = createLedgers(async () => (isThere ? "said" : null));
  expect(await ledgers.of(large, "v2", "docx")).toBeNull();
  isThere = true;
  expect(await ledgers.of(large, "v2", "docx")).toBe("said");
});
