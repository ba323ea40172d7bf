import type { IncomingMessage } from "node:http";

/** A complete body, or why it could not be read. */
export type Body = { status: "read"; bytes: Buffer } | { status: "too large" | "too many" | "cut off" };

/** How many bytes the bodies of all requests currently hold. */
export type BodyBudget = { used: number };

/**
 * Reads a request's body of at most `maxLength` bytes, as long as all bodies together hold at most `maxTotal`. The caller must give back the bytes of
 * a body that was read to `budget` once the request is over.
 */
export function readBody(
  request: IncomingMessage,
  budget: BodyBudget,
  { maxLength, maxTotal }: { maxLength: number; maxTotal: number },
): Promise<Body> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > maxLength) return Promise.resolve({ status: "too large" });
  if (budget.used + announced > maxTotal) return Promise.resolve({ status: "too many" });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isOver = false;
    const end = (body: Body) => {
      if (isOver) return;
      isOver = true;
      request.off("data", take);
      if (body.status !== "read") {
        budget.used -= length;
        chunks.length = 0;
      }
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      budget.used += chunk.length;
      chunks.push(chunk);
      if (length > maxLength) end({ status: "too large" });
      else if (budget.used > maxTotal) end({ status: "too many" });
    };
    request.on("data", take);
    request.once("end", () => end({ status: "read", bytes: Buffer.concat(chunks) }));
    request.once("error", () => end({ status: "cut off" }));
    request.once("close", () => end({ status: "cut off" }));
  });
}
