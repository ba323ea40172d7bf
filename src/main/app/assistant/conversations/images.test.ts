import { expect, it } from "vitest";
import type { ProviderKind } from "../../../../shared/assistant-setup";
import type { ContextChip } from "../../../../shared/conversation";
import { useTestAssistants } from "../testing/test-assistants";

const createAssistant = useTestAssistants();

const base64 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image = { name: "a\u202eb.png", bytes: new Uint8Array(Buffer.from(base64, "base64")), width: 1500, height: 1000 };

it.each<[ProviderKind, unknown]>([
  ["anthropic", { type: "image", source: { type: "base64", media_type: "image/png", data: base64 } }],
  ["openai-compatible", { type: "image_url", image_url: { url: `data:image/png;base64,${base64}` } }],
  ["ollama", [base64]],
])("an image is sent in the form that %s takes, and is counted by its pixels", async (kind, expected) => {
  const made = await createAssistant({ kind });
  const id = made.begin();
  const without = await made.assistant.measure(id, []);
  const chip = made.assistant.addImage(id, image);
  expect(chip).toMatchObject({ kind: "image", name: "a\\u{202e}b.png" });
  const { sizes, request } = await made.assistant.measure(id, [chip]);
  expect(sizes[0]).toMatchObject({ tokens: 2000, failure: null });
  // In twentieths of a token.
  const more = (request?.cost ?? 0) - (without.request?.cost ?? 0);
  expect(more).toBeGreaterThan(2000 * 20);
  expect(more).toBeLessThan(2200 * 20);
  await made.assistant.send(id, "What is this?", [chip]);
  const turn = await made.ended(id);
  expect(turn.ask).toMatchObject({ chips: [{ label: "a\\u{202e}b.png", tokens: 2000 }] });
  const sent = JSON.stringify(made.endpoint.questions().at(-1)?.body["messages"]);
  expect(sent).toContain(JSON.stringify(expected).slice(1, -1));
  expect(sent).toContain("What is this?");

  const history = (await made.assistant.measure(id, [])).request?.history ?? 0;
  expect(history).toBeGreaterThan(2000 * 20);
  expect(history).toBeLessThan(2200 * 20);

  // It is in the next request too, also after a restart.
  const later = await made.restart("close");
  await later.ask(id, "And now?");
  expect(JSON.stringify(made.endpoint.questions().at(-1)?.body["messages"])).toContain(base64);
  await later.assistant.close();
});

it("an image is a PNG or JPEG of bounded size, of its own conversation, and not in any event for the windows", async () => {
  const made = await createAssistant();
  const id = made.begin();
  const add = (bytes: Uint8Array) => made.assistant.addImage(id, { ...image, bytes });
  expect(() => add(new TextEncoder().encode("<svg onload='x'/>"))).toThrow("not a PNG or JPEG");
  const large = new Uint8Array(4_000_000);
  large.set(image.bytes);
  expect(() => add(large)).toThrow("too large");
  const chip = made.assistant.addImage(id, image);
  const other = made.begin();
  await expect(made.assistant.send(other, "One", [chip])).rejects.toThrow("no longer in the conversation");
  await made.assistant.send(id, "One", [chip]);
  await made.ended(id);
  expect(JSON.stringify(made.events)).not.toContain(base64);
  await made.assistant.remove(id);
  expect(made.locationsWith(base64)).toEqual([]);
});

it("the oldest images are left out when the context is full", async () => {
  const made = await createAssistant();
  const provider = made.assistant.setup.current();
  if (!provider) throw new Error("no provider");
  const { key: _, ...fields } = provider;
  await made.assistant.setup.save({ ...fields, contextLimit: 32_000, key: { change: "keep" } });
  const id = made.begin();
  const chip: ContextChip = made.assistant.addImage(id, { ...image, width: 4000, height: 1500 });
  for (const question of ["One", "Two", "Three"]) {
    await made.assistant.send(id, question, [chip]);
    await made.ended(id);
  }
  const sent = JSON.stringify(made.endpoint.questions().at(-1)?.body["messages"]);
  expect(sent.split(base64)).toHaveLength(2);
  expect(sent).toContain("Left out to save space");
});
