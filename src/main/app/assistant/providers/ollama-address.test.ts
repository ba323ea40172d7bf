import { expect, test } from "vitest";
import { ollamaAddress } from "./ollama-address";

test.each([
  [undefined, "http://127.0.0.1:11434"],
  ["", "http://127.0.0.1:11434"],
  ["127.0.0.1", "http://127.0.0.1:11434"],
  ["0.0.0.0", "http://127.0.0.1:11434"],
  ["0.0.0.0:11500", "http://127.0.0.1:11500"],
  ["[::]:11500", "http://127.0.0.1:11500"],
  [":11500", "http://127.0.0.1:11500"],
  ['"localhost:11500"', "http://localhost:11500"],
  ["http://localhost:11500/", "http://localhost:11500"],
  ["https://models.example", "https://models.example"],
  ["http:// no address", "http://127.0.0.1:11434"],
])("OLLAMA_HOST=%s is %s", (host, address) => {
  expect(ollamaAddress(host)).toBe(address);
});
