import { expect, it, vi } from "vitest";
import { sourceLanguage } from "./book-language";
import { loadDetection } from "./quality/languages";

vi.mock(import("./quality/languages"), { spy: true });

it("a detection that failed is tried again", async () => {
  vi.mocked(loadDetection).mockRejectedValueOnce(new Error("not loaded"));
  const paragraph = { id: "a", text: "The keeper of the light went up the stairs.", isBlank: false };
  const book = { chapters: [{ paragraphs: [paragraph] }] } as unknown as Parameters<typeof sourceLanguage>[0];
  await expect(sourceLanguage(book)).rejects.toThrow("not loaded");
  expect(await sourceLanguage(book)).toBe("en");
});
