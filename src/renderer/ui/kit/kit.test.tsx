import { createRef } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Button, IconButton, Twist } from "./button";
import { Dialog } from "./dialog";
import { Check, Labelled, Switch, TextField } from "./field";
import { Option } from "./list";
import { SegmentedControl } from "./toolbar";
import { TreeChevron, TreeLine } from "./tree";

test("a button that is busy keeps the focus, says so, and does nothing more", () => {
  const click = vi.fn();
  const preventDefault = vi.fn();
  const busy = Button({ isBusy: true, type: "submit", onClick: click, children: "Export" });
  busy.props.onClick({ preventDefault });
  expect(click).not.toHaveBeenCalled();
  expect(preventDefault).toHaveBeenCalledOnce();
  const markup = renderToStaticMarkup(busy);
  expect(markup).toContain('aria-busy="true" aria-disabled="true"');
  expect(markup).not.toContain(" disabled");
  Button({ onClick: click, children: "Export" }).props.onClick({ preventDefault });
  expect(click).toHaveBeenCalledOnce();
});

test("an icon button has its label as name and as tooltip, unless the tooltip says more", () => {
  expect(renderToStaticMarkup(<IconButton label="Close" className="last" />)).toBe(
    '<button type="button" class="icon-button last" aria-label="Close" title="Close"></button>',
  );
  const hinted = renderToStaticMarkup(<IconButton label="Find" hint="Find (Ctrl+F)" />);
  expect(hinted).toContain('aria-label="Find" title="Find (Ctrl+F)"');
});

/** The handlers of a dialog, and how often they closed it. */
function dialogOf(closesOutside: boolean) {
  const close = vi.fn();
  const { props } = Dialog({ ref: createRef<HTMLDialogElement>(), close, closesOutside, children: null });
  const dialog = { getBoundingClientRect: () => ({ left: 100, right: 300, top: 50, bottom: 250 }) };
  const press = (clientX: number, clientY: number, target: unknown = dialog) =>
    props.onPointerDown({ target, currentTarget: dialog, clientX, clientY });
  return { props, close, dialog, press };
}

test("a click beside a dialog closes it, one on its padding or inside does not", () => {
  const { close, press } = dialogOf(true);
  press(110, 60);
  press(10, 10, "a list that is open in it");
  expect(close).not.toHaveBeenCalled();
  press(99, 60);
  press(110, 251);
  expect(close).toHaveBeenCalledTimes(2);
  const other = dialogOf(false);
  other.press(10, 10);
  expect(other.close).not.toHaveBeenCalled();
});

test("Escape asks the view to close the dialog; a file field that is cancelled inside does not", () => {
  const { props, close, dialog } = dialogOf(false);
  const preventDefault = vi.fn();
  props.onCancel({ target: "a file field", currentTarget: dialog, preventDefault });
  expect(close).not.toHaveBeenCalled();
  props.onCancel({ target: dialog, currentTarget: dialog, preventDefault });
  expect(close).toHaveBeenCalledOnce();
  expect(preventDefault).toHaveBeenCalledOnce();
});

test("an option takes a click without taking the focus from its field", () => {
  const preventDefault = vi.fn();
  const option = Option({ isSelected: true, children: "a.md" });
  option.props.onPointerDown({ preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(renderToStaticMarkup(option)).toContain('role="option" class="list-option" aria-selected="true"');
});

test("fields are named by their labels", () => {
  expect(renderToStaticMarkup(<Check type="radio">Read only</Check>)).toBe(
    '<label class="check"><input type="radio"/><span>Read only</span></label>',
  );
  const labelled = renderToStaticMarkup(
    <Labelled htmlFor="name" label="Name">
      <TextField id="name" aria-invalid />
    </Labelled>,
  );
  expect(labelled).toContain('<label for="name">Name</label><input id="name" aria-invalid="true" class="field"/>');
  expect(renderToStaticMarkup(<Switch checked readOnly />)).toContain(
    'role="switch" class="switch" aria-checked="true"',
  );
});

test("what opens and what is pressed says so", () => {
  expect(renderToStaticMarkup(<Twist isOpen={false}>Details</Twist>)).toContain('aria-expanded="false"');
  const choices = [
    { id: "inline", label: "Inline" },
    { id: "beside", label: "Side by side" },
  ] as const;
  const pick = vi.fn();
  const control = SegmentedControl({ label: "Layout", value: "beside", choices, pick });
  expect(renderToStaticMarkup(control).match(/aria-pressed="\w+"/g)).toEqual([
    'aria-pressed="false"',
    'aria-pressed="true"',
  ]);
  control.props.children[0].props.onClick();
  expect(pick).toHaveBeenCalledExactlyOnceWith("inline");
});

test("a line of a tree that cannot be opened keeps the place of the sign", () => {
  expect(renderToStaticMarkup(<TreeChevron isOpen={null} />)).toBe(
    '<span class="tree-chevron" data-open="false" data-chevron="false"></span>',
  );
  expect(renderToStaticMarkup(<TreeLine className="found-file" />)).toBe(
    '<div role="treeitem" class="tree-line found-file"></div>',
  );
});
