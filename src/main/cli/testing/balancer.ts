import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A balancer in front of servers: each connection goes to the next one that accepts it. */
export async function startBalancer(ports: readonly number[]) {
  let next = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => client.destroy());
    const tryNext = (left: number): void => {
      const port = ports[next % ports.length] ?? 0;
      next += 1;
      const backend = connect(port, "127.0.0.1");
      sockets.add(backend);
      let isConnected = false;
      backend.once("connect", () => {
        isConnected = true;
        client.pipe(backend).pipe(client);
      });
      backend.on("error", () => {
        if (isConnected || left <= 1) client.destroy();
        else tryNext(left - 1);
      });
      for (const [one, other] of [
        [client, backend],
        [backend, client],
      ] as const)
        one.once("close", () => {
          sockets.delete(one);
          if (one === client || isConnected) other.destroy();
        });
    };
    tryNext(ports.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
