import { z } from "zod";
import type { AssistantRequests } from "../../../shared/assistant-requests";
import { EFFORTS, type KeyChange } from "../../../shared/assistant-setup";
import { type ContextChip, READER_TASKS, type Recipient } from "../../../shared/conversation";
import { MAX_RECIPIENTS } from "../../../shared/limits";
import { absolutePath, documentId } from "../core/session";
import { entryName } from "../library/requests";
import { limitsSchema, providerFields } from "./providers/provider-fields";

const id = z.string().regex(/^[A-Za-z0-9-]{1,100}$/);
const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);
const pixels = z.number().int().min(1).max(4096);
const line = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const path = z.string().min(1).max(4096);
const words = z.string().max(1_000_000);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const chip: z.ZodType<ContextChip> = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("front"),
    doc: documentId,
    lines: z.strictObject({ from: line, to: line }).nullable(),
  }),
  z.strictObject({ kind: z.literal("document"), doc: documentId }),
  z.strictObject({
    kind: z.literal("selection"),
    doc: documentId,
    text: z.string().max(4_000_000),
    lineFrom: line,
    lineTo: line,
  }),
  z.strictObject({ kind: z.literal("file"), path }),
  z.strictObject({ kind: z.literal("section"), path, address: z.string().max(4096) }),
  z.strictObject({ kind: z.literal("paragraph"), path, id: z.string().max(100) }),
  z.strictObject({ kind: z.literal("entry"), entry: entryName }),
  z.strictObject({ kind: z.literal("skill"), name: z.string().min(1).max(100) }),
  z.strictObject({ kind: z.literal("image"), id, name: z.string().max(100), width: pixels, height: pixels }),
]);
const chips = z.array(chip).max(50);
const recipient: z.ZodType<Recipient> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("agent"), agent: id }),
  z.strictObject({ kind: z.literal("model"), provider: id, model: z.string().min(1).max(300) }),
]);

const key: z.ZodType<KeyChange> = z.discriminatedUnion("change", [
  z.strictObject({ change: z.literal("keep") }),
  z.strictObject({ change: z.literal("forget") }),
  z.strictObject({ change: z.literal("set"), key: z.string().max(10_000), until: z.enum(["stored", "session"]) }),
]);

/** The id of an agent's own answer. */
const option = z.string().min(1).max(200);

const decision = z.discriminatedUnion("allow", [
  z.strictObject({
    allow: z.literal(true),
    scope: z.enum(["once", "document, conversation", "document", "folder"]),
    option: option.optional(),
  }),
  z.strictObject({ allow: z.literal(false), note: z.string().max(10_000), option: option.optional() }),
]);

/** Schemas for the arguments of assistant requests. */
export const assistantRequestSchemas: {
  [K in keyof AssistantRequests]: z.ZodType<Parameters<AssistantRequests[K]>[0]>;
} = {
  "assistant:setup": nothing,
  "assistant:save-provider": z.strictObject({ id: id.nullable(), ...providerFields, key }),
  "assistant:remove-provider": id,
  "assistant:choose-effort": z.strictObject({ provider: id, effort: z.enum(EFFORTS).nullable() }),
  "assistant:choose-model": z.strictObject({ provider: id, model: z.string().min(1).max(300).nullable() }),
  "assistant:choose-agent": id,
  "assistant:find-agents": nothing,
  "assistant:install-agent": z.strictObject({ agent: id, line: z.string().max(10_000) }),
  "assistant:remove-agent": id,
  "assistant:load-registry": nothing,
  "assistant:log-in": z.strictObject({ agent: id, folder: absolutePath, login: z.string().min(1).max(200) }),
  "assistant:set-agent-mode": z.strictObject({ conversation: id, mode: z.string().min(1).max(200) }),
  "assistant:set-agent-option": z.strictObject({
    conversation: id,
    option: z.string().min(1).max(200),
    value: z.string().max(500),
  }),
  "assistant:tool-servers": nothing,
  "assistant:add-tool-server": z.strictObject({ name: z.string().max(100), start: z.string().max(2000) }),
  "assistant:start-tool-server": id,
  "assistant:log-in-tool-server": id,
  "assistant:agree-tool-server": z.strictObject({ id, hash }),
  "assistant:remove-tool-server": id,
  "assistant:save-limits": limitsSchema,
  "assistant:models": id,
  "assistant:find-ollama": nothing,
  "assistant:list": z.strictObject({ folder: absolutePath.nullable(), sought: z.string().max(1000) }),
  "assistant:create": absolutePath.nullable(),
  "assistant:open": id,
  "assistant:rename": z.strictObject({ conversation: id, title: z.string().max(1000) }),
  "assistant:delete": id,
  "assistant:export": z.strictObject({ conversation: id, to: z.enum(["file", "clipboard"]) }),
  "assistant:measure": z.strictObject({ conversation: id, chips }),
  "assistant:paragraphs": z.strictObject({ conversation: id, path, sought: z.string().max(200) }),
  "assistant:draft": z.strictObject({ conversation: id, isShared: z.boolean().optional() }),
  "assistant:keep-draft": z.strictObject({
    conversation: id,
    isShared: z.boolean().optional(),
    draft: z
      .strictObject({
        text: words,
        chips,
        recipients: z.array(recipient).max(MAX_RECIPIENTS).optional(),
        notAsked: z.array(id).max(MAX_RECIPIENTS).optional(),
      })
      .nullable(),
  }),
  "assistant:prompt": z.strictObject({ conversation: id, chips }),
  "assistant:model-rules": z.strictObject({ conversation: id, chips }),
  "assistant:rule-text": z.strictObject({ conversation: id, chips, rule: path, hash }),
  "assistant:instruction-text": z.strictObject({ conversation: id, approval: id, file: path, hash }),
  "assistant:decide-rules": z.strictObject({
    conversation: id,
    decisions: z.array(z.strictObject({ id: path, hash, use: z.enum(["yes", "no", "later"]) })).max(200),
  }),
  "assistant:send": z.strictObject({ conversation: id, text: words, chips }),
  "assistant:ask": z.strictObject({
    conversation: id,
    text: words,
    chips,
    recipients: z.array(recipient).min(1).max(MAX_RECIPIENTS),
  }),
  "assistant:ask-members": z.strictObject({
    conversation: id,
    text: words,
    chips,
    members: z.array(id).min(1).max(MAX_RECIPIENTS),
    now: z.boolean(),
  }),
  "assistant:set-recipient": z.strictObject({ conversation: id, recipient }),
  "assistant:ask-readers": z.strictObject({
    folder: absolutePath.nullable(),
    doc: documentId,
    readers: z
      .array(z.strictObject({ recipient, task: z.enum(READER_TASKS), words: z.string().max(4000) }))
      .min(1)
      .max(MAX_RECIPIENTS),
  }),
  "assistant:set-read-only": z.strictObject({ conversation: id, isReadOnly: z.boolean() }),
  "assistant:choose-member": z.strictObject({ conversation: id, isChosen: z.boolean() }),
  "assistant:close-member": z.strictObject({ conversation: id, isClosed: z.boolean() }),
  "assistant:add-image": z.strictObject({
    conversation: id,
    name: z.string().max(300),
    bytes: z.instanceof(Uint8Array),
    width: pixels,
    height: pixels,
  }),
  "assistant:pdf": z.strictObject({ conversation: id, path }),
  "assistant:agent-sessions": id,
  "assistant:continue-session": z.strictObject({
    conversation: id,
    session: z.string().min(1).max(1000),
    title: z.string().max(200),
  }),
  "assistant:branch": z.strictObject({ conversation: id, turn: id, documents: z.boolean() }),
  "assistant:undo-branch": id,
  "assistant:queue": z.strictObject({ conversation: id, text: words, chips, now: z.boolean() }),
  "assistant:unqueue": z.strictObject({ conversation: id, question: id }),
  "assistant:send-queued": z.strictObject({ conversation: id, question: id }),
  "assistant:run-tool": z.strictObject({
    conversation: id,
    tool: z.string().min(1).max(100),
    arguments: z.record(z.string().max(200), z.json()),
  }),
  "assistant:stop": id,
  "assistant:answer": z.strictObject({ conversation: id, approval: id, decision }),
  "assistant:go-to-approval": id,
  "assistant:call": z.strictObject({ conversation: id, call: id }),
  "assistant:tools": nothing,
  "assistant:rewrite": z.strictObject({
    rewrite: id,
    text: z.string().max(200_000),
    instruction: z.string().max(10_000),
    count: z.number().int().min(1).max(3),
  }),
  "assistant:stop-rewrite": id,
  "assistant:apply-rewrite": z.strictObject({
    rewrite: id,
    index: z.number().int().min(0).max(2),
    doc: documentId,
    from: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    now: z.string().max(400_000),
  }),
  "assistant:grants": nothing,
  "assistant:revoke": id,
};
