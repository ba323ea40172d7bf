import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fewer } from "../../../core/text/texts.fixture";
import { sensitiveName } from "./approvals/call-approvals";
import { createFence, newFenceToken } from "./core/fence";
import { realTarget } from "./core/real-target";
import { createRedaction } from "./core/redaction";
import { checkBaseUrl } from "./providers/base-url";
import { watchEvents } from "./providers/event-watch";
import { retryAfterOf, retryDelay } from "./providers/retry";
import { streamOf } from "./testing/wire";

describe("a base address [A27]", () => {
  it.each([
    ["https://api.anthropic.com/v1/", "https://api.anthropic.com/v1"],
    [" https://models.example:8443/v1 ", "https://models.example:8443/v1"],
    ["http://localhost:1234/v1", "http://localhost:1234/v1"],
    ["http://127.0.0.1:11434", "http://127.0.0.1:11434"],
    ["http://127.1/v1", "http://127.0.0.1/v1"],
    ["http://[::1]:8080/v1", "http://[::1]:8080/v1"],
  ])("%s is accepted", (typed, url) => {
    expect(checkBaseUrl(typed)).toEqual({ status: "good", url });
  });

  it.each([
    ["", "unreadable"],
    ["api.anthropic.com", "unreadable"],
    ["ftp://example.com", "unreadable"],
    ["file:///etc/passwd", "unreadable"],
    ["javascript:alert(1)", "unreadable"],
    ["http://api.anthropic.com/v1", "insecure"],
    ["http://192.168.1.5:11434", "insecure"],
    ["http://localhost.evil.example", "insecure"],
    ["http://127.0.0.1.evil.example", "insecure"],
    ["http://0.0.0.0:11434", "forbidden"],
    ["http://169.254.169.254/latest", "forbidden"],
    ["https://169.254.169.254", "forbidden"],
    ["https://2852039166/", "forbidden"],
    ["https://0xa9fea9fe/", "forbidden"],
    ["https://0251.0376.0251.0376/", "forbidden"],
    ["https://[::ffff:169.254.169.254]/", "forbidden"],
    ["https://[fe80::1]/", "forbidden"],
    ["https://[fd00:ec2::254]/", "forbidden"],
    ["https://metadata.google.internal./", "forbidden"],
    ["https://user:pass@example.com/", "extras"],
    ["https://example.com/v1?key=abc", "extras"],
    ["https://example.com/v1#abc", "extras"],
  ])("%s is rejected: %s", (typed, why) => {
    expect(checkBaseUrl(typed)).toMatchObject({ status: "refused", why });
  });
});

describe("redaction", () => {
  it("removes a secret from a stream however it is cut, and passes everything else on [A26]", () => {
    const secret = "sk-ABCabc123";
    const text = fc.array(fc.oneof(fc.constant(secret), fc.constant("sk-ABC"), fc.string(), fc.constant("sk-")), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(20)), (pieces, lengths) => {
        const redaction = createRedaction();
        redaction.hide(secret);
        const whole = pieces.join("");
        const stream = redaction.stream();
        let out = "";
        let at = 0;
        for (const length of [...lengths, whole.length]) {
          out += stream.more(whole.slice(at, at + length));
          at += length;
        }
        out += stream.rest();
        expect(out).not.toContain(secret);
        expect(out).toBe(redaction.clean(whole));
      }),
      fewer(500),
    );
  });

  it("knows the encodings that programs give a secret [A26]", () => {
    const redaction = createRedaction();
    redaction.hide('sk/"x+=y');
    for (const spelled of ["sk%2F%22x%2B%3Dy", 'sk/\\"x+=y', Buffer.from('sk/"x+=y').toString("base64")])
      expect(redaction.clean(`<${spelled}>`)).toBe("<[key]>");
  });
});

describe("a request is retried", () => {
  it("at most twice, only if nothing was shown, and never sooner than the server asked", () => {
    const attempt = fc.record({
      retries: fc.nat(4),
      isTransient: fc.boolean(),
      hasOutput: fc.boolean(),
      retryAfter: fc.option(fc.nat(120_000)),
    });
    fc.assert(
      fc.property(attempt, fc.double({ min: 0, max: 1, noNaN: true }), (tried, chance) => {
        const delay = retryDelay(tried, chance);
        if (delay === null) return;
        expect(tried).toMatchObject({ isTransient: true, hasOutput: false });
        expect(tried.retries).toBeLessThan(2);
        expect(delay).toBeGreaterThanOrEqual(tried.retryAfter ?? 0);
        expect(delay).toBeLessThanOrEqual(61_000);
      }),
    );
  });

  it("after the delay in its headers: seconds, a date, milliseconds", () => {
    const now = Date.parse("2026-11-21T10:00:00Z");
    const after = (headers: Record<string, string>) => retryAfterOf(new Headers(headers), now);
    expect(after({ "retry-after": "7" })).toBe(7000);
    expect(after({ "retry-after": "Sat, 21 Nov 2026 10:00:30 GMT" })).toBe(30_000);
    expect(after({ "retry-after": "Sat, 21 Nov 2026 09:00:00 GMT" })).toBe(0);
    expect(after({ "retry-after-ms": "250", "retry-after": "1" })).toBe(250);
    for (const odd of ["soon", "-5", ""]) expect(after({ "retry-after": odd })).toBeNull();
    expect(after({})).toBeNull();
  });
});

describe("the terminal event", () => {
  it.each(["anthropic", "openai"] as const)(
    "of %s is recognized only when complete, however the bytes are split",
    (wire) => {
      const bytes = Buffer.from(
        streamOf(wire, {
          text: 'message_stop [DONE] "type":"message_stop"',
          calls: [{ name: "x", input: { a: "data: [DONE]\n\n" } }],
        }),
      );
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 40 }),
          fc.constantFrom("\n", "\r\n", "\r"),
          (lengths, ending) => {
            const sent = Buffer.from(bytes.toString().replaceAll("\n", ending));
            const watch = watchEvents(wire);
            let at = 0;
            for (const length of lengths) {
              watch.see(sent.subarray(at, at + length));
              at = Math.min(at + length, sent.length);
              if (at < sent.length - ending.length) expect(watch.isTerminal).toBe(false);
            }
            watch.see(sent.subarray(at));
            expect(watch.isTerminal).toBe(true);
          },
        ),
      );
    },
  );

  it("is not recognized inside a text or a long line", () => {
    const watch = watchEvents("anthropic");
    watch.see(Buffer.from('data: {"type":"content_block_delta","text":"\\"type\\":\\"message_stop\\""}\n\n'));
    watch.see(Buffer.from(`data: {"type":"message_stop","padding":"${"x".repeat(10_000)}"}\n\n`));
    expect(watch).toMatchObject({ events: 2, isTerminal: false });
  });
});

describe("the text of an approval request", () => {
  it("has no character that hides, reverses or breaks a line [A24]", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
        (name) => {
          const { path, name: shown } = realTarget(`/notes/${name}`, `/notes/${name}`);
          for (const text of [path, shown]) expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        },
      ),
    );
    expect(realTarget("/notes/a\u202Eb\n.md", "/notes/a\u202Eb\n.md").name).toBe("a\\u{202e}b\\u{a}.md");
    expect(realTarget("/notes/文字 notes.md", "/notes/文字 notes.md")).toMatchObject({
      name: "文字 notes.md",
      warnings: [],
    });
  });

  it("is required each time for files that programs execute [A23]", () => {
    for (const path of [
      ".git/hooks/pre-commit",
      ".vscode/tasks.json",
      ".bashrc",
      "a/.env",
      "mcp.json",
      "x.desktop",
      "autostart/a.md",
      "AGENTS.md",
      "run.sh",
      "package.json",
    ])
      expect(sensitiveName(`/w/${path}`, "/w"), path).not.toBeNull();
    for (const path of ["notes.md", "a/b.txt", "git/hooks.md", "startups.md"])
      expect(sensitiveName(`/w/${path}`, "/w"), path).toBeNull();
    // The user has opened the folder itself.
    expect(sensitiveName("/home/me/.notes/a.md", "/home/me/.notes")).toBeNull();
  });
});

describe("a fence", () => {
  it("cannot be closed by its content [A20]", () => {
    const token = newFenceToken();
    const hostile = fc.array(
      fc.oneof(fc.string(), fc.constant(token), fc.constant(`</data ${token}>`), fc.constant("\n"), fc.constant('">')),
    );
    fc.assert(
      fc.property(hostile, hostile, (text, label) => {
        const fenced = createFence(token).wrap("document", label.join(""), text.join(""));
        expect(fenced.split(token)).toHaveLength(3);
        expect(fenced.split("\n", 1)[0]).toMatch(/^<data [0-9a-f]{24} kind="document" from="[^<>]*">$/);
        expect(fenced.endsWith(`\n</data ${token}>`)).toBe(true);
      }),
    );
  });
});
