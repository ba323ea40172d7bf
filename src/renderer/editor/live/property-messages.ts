import { registerMessages } from "../../ui/language";

const english = {
  label: "Properties",
  name: (name: string) => `Name of the property ${name}`,
  newName: "Name of the new property",
  newNameHint: "Name",
  value: (name: string) => `Value of ${name}`,
  day: (name: string) => `Choose a date for ${name}`,
  addTo: (name: string) => `Add to ${name}`,
  empty: "Empty",
  item: (item: string, name: string) => `${item}, in ${name}. Enter edits it, Delete removes it.`,
  removeItem: (item: string) => `Remove ${item}`,
  menu: (name: string, kind: string) => `${name}: ${kind}. Change its type, move or delete it`,
  add: "Add property",
  source: "Edit as text",
  asText: "This value can only be edited as text.",
  kinds: {
    text: "Text",
    list: "List",
    number: "Number",
    checkbox: "Checkbox",
    date: "Date",
    empty: "Empty",
    other: "Nested",
  },
  up: "Move Up",
  down: "Move Down",
  remove: "Delete Property",
  notWritten: "This can't be written without changing something else. Edit the properties as text.",
  notNumber: "This is not a number.",
  nameTaken: (name: string) => `There is already a property “${name}”.`,
  invalid: (line: number, why: string) => `The properties can't be read. Line ${line}: ${why}`,
  unusual: "These properties can only be edited as text.",
};

/** The strings of the form of properties. */
export type PropertyMessages = typeof english;

const chinese: PropertyMessages = {
  label: "属性",
  name: (name) => `属性 ${name} 的名称`,
  newName: "新属性的名称",
  newNameHint: "名称",
  value: (name) => `${name} 的值`,
  day: (name) => `为 ${name} 选择日期`,
  addTo: (name) => `添加到 ${name}`,
  empty: "空",
  item: (item, name) => `${item}，属于 ${name}。按 Enter 编辑，按 Delete 删除。`,
  removeItem: (item) => `移除 ${item}`,
  menu: (name, kind) => `${name}：${kind}。更改类型、移动或删除`,
  add: "添加属性",
  source: "编辑源文本",
  asText: "此值只能在源文本中编辑。",
  kinds: { text: "文本", list: "列表", number: "数字", checkbox: "复选框", date: "日期", empty: "空", other: "嵌套" },
  up: "上移",
  down: "下移",
  remove: "删除属性",
  notWritten: "写入此内容会改动其他部分。请在源文本中编辑属性。",
  notNumber: "这不是数字。",
  nameTaken: (name) => `已有名为“${name}”的属性。`,
  invalid: (line, why) => `无法读取属性。第 ${line} 行：${why}`,
  unusual: "这些属性只能在源文本中编辑。",
};

/** The strings in the current language. */
export let propertyMessages: PropertyMessages = english;
registerMessages<PropertyMessages>({ en: english, "zh-CN": chinese }, (messages) => {
  propertyMessages = messages;
});
