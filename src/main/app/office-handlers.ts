import type { Handlers, Outcome } from "../../shared/contract";
import type { OfficeRequests } from "../../shared/office";
import { ToolError } from "../engine/tool-error";
import { noticeOf, type WindowContext } from "./context";

/** What one window's page asks about its Office documents. */
export function officeHandlers(ctx: WindowContext): Pick<Handlers, keyof OfficeRequests> {
  const outcome = async <T extends object>(work: () => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { ok: true, ...(await work()) };
    } catch (error) {
      return { ok: false, error: noticeOf(ctx, error) };
    }
  };
  const later = () =>
    outcome<never>(async () => {
      throw new ToolError("unsupported", "Office documents are not shown yet.");
    });
  return {
    "office:content": later,
    "office:paragraphs": later,
    "office:slides": later,
    "office:cells": later,
    "office:outline": later,
    "office:find": later,
    "office:edit": later,
    "office:undo": later,
    "office:redo": later,
    "office:suggestions": later,
    "office:settle": later,
    "office:hunks": later,
    "office:export": later,
    "office:stop-export": async () => undefined,
  };
}
