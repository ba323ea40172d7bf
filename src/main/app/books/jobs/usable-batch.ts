import type { ModelCall } from "../../assistant/model-calls";

/**
 * A batch without the texts that would be rejected, and a line for the model about each: empty ones, and those that the checks of the book reject.
 * One of them would reject the whole batch, and the others would be paid for again. The batch stays as it is if nothing usable is left in it, or if it is
 * not in its form; the tool then says what is wrong.
 */
export async function usableBatch(
  call: ModelCall,
  rejectedIn: (batch: readonly { id: string; text: string }[]) => Promise<ReadonlyMap<string, readonly string[]>>,
): Promise<{ call: ModelCall; leftOut: string[] }> {
  const batch = parsedBatch(call.input);
  if (batch === null) return { call, leftOut: [] };
  const rejected = await rejectedIn(
    batch.paragraphs.map(({ paragraph_id: id, translated_text: text }) => ({ id: id.trim(), text })),
  );
  const leftOut: string[] = [];
  const usable = batch.paragraphs.filter(({ paragraph_id: id, translated_text: text }) => {
    const why = text.trim() === "" ? ["is empty"] : (rejected.get(id.trim()) ?? []);
    if (why.length > 0) leftOut.push(`not taken, hand it in again: [ID: ${id.slice(0, 60)}]: ${why.join("; ")}`);
    return why.length === 0;
  });
  if (leftOut.length === 0 || usable.length === 0) return { call, leftOut: [] };
  return { call: { ...call, input: JSON.stringify({ ...batch, paragraphs: usable }) }, leftOut };
}

type Batch = { paragraphs: { paragraph_id: string; translated_text: string }[] };

function parsedBatch(input: string): Batch | null {
  try {
    const value: unknown = JSON.parse(input);
    const { paragraphs } = Object(value) as { paragraphs?: unknown };
    if (!Array.isArray(paragraphs)) return null;
    const isWhole = paragraphs.every((each: unknown) => {
      const { paragraph_id: id, translated_text: text } = Object(each) as Record<string, unknown>;
      return typeof id === "string" && typeof text === "string";
    });
    return isWhole ? (value as Batch) : null;
  } catch {
    return null;
  }
}
