/** A session with a Node inspector: the main process of a copy whose fuse allows one. Needs Node's own WebSocket. */
export async function inspect(url) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("the inspector rejected the connection")), { once: true });
  });
  const waiting = new Map();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(data);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(error.message));
    else resolve?.(result);
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("the app has ended"));
  });
  let last = 0;
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) throw new Error("the app has ended");
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return {
    /** The value of an expression, awaited, in the main process, where `electron` is defined. */
    async evaluate(expression) {
      const source = `(async () => { const electron = process.getBuiltinModule("module").createRequire("/")("electron"); return ${expression}; })()`;
      const { result, exceptionDetails } = await send("Runtime.evaluate", {
        expression: source,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    close: () => socket.close(),
  };
}

/** The address that a program prints on stderr when its inspector listens. */
export const inspectorAddress = (output) => /Debugger listening on (ws:\/\/\S+)/.exec(output)?.[1];
