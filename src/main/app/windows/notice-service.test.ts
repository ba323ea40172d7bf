import { expect, test } from "vitest";
import { NoticeService } from "./notice-service";

const serviceWith = (page: "there" | "away") => {
  const delivered: string[] = [];
  const service = new NoticeService({
    deliver: ({ message }) => page === "there" && delivered.push(message) > 0,
    describeError: String,
  });
  return { service, delivered };
};

test("a notice that cannot be shown now is kept for the next renderer, once", () => {
  const { service } = serviceWith("away");
  service.keep("first");
  service.show({ code: "failed", message: "second" });
  expect(service.take()).toEqual(["first", "second"]);
  expect(service.take()).toEqual([]);
});

test("the same notice is shown once a minute, another one at once", () => {
  const { service, delivered } = serviceWith("there");
  for (const error of ["full", "full", "gone"]) service.reportError("The disk", error);
  expect(delivered).toEqual(["The disk: full", "The disk: gone"]);
  expect(service.take()).toEqual([]);
});
