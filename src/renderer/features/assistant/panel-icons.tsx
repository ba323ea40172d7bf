import type { ReactNode } from "react";

const icon = (children: ReactNode) =>
  function Icon() {
    return (
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {children}
      </svg>
    );
  };

/** The panel's icons; like `ui/icons.tsx`, decoration beside a control's name. */
export const SendIcon = icon(<path d="M8 13V3.5M4 7.2L8 3.2l4 4" />);
export const StopIcon = icon(<rect x="4.5" y="4.5" width="7" height="7" rx="1.2" fill="currentColor" />);
export const RetryIcon = icon(<path d="M12.8 8a4.8 4.8 0 1 1-1.5-3.5l1.5 1.4M12.8 2.8v3.1H9.7" />);
export const EditIcon = icon(<path d="M3.5 12.5l.6-2.6 6.6-6.6 2 2-6.6 6.6zM9.4 4.6l2 2" />);
export const GoIcon = icon(<path d="M3 8h9M8.6 4.5L12 8l-3.4 3.5" />);
export const SelectionIcon = icon(<path d="M3 4h10M3 8h10M3 12h6" />);
export const SectionIcon = icon(<path d="M3 4h5M5 8h8M5 12h8" />);
export const ListIcon = icon(<path d="M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.3M2.5 8h.3M2.5 12h.3" />);
export const DownIcon = icon(<path d="M8 3v9.5M4 8.8l4 3.8 4-3.8" />);
export const AtIcon = icon(
  <path d="M10.6 8a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0zm0-2.6v3.3a1.5 1.5 0 0 0 3 0V8A5.6 5.6 0 1 0 11 12.7" />,
);
export const ExportIcon = icon(<path d="M8 2.8v7M5 7l3 3 3-3M3 10.5v2.7h10v-2.7" />);
export const RemoveIcon = icon(<path d="M3 4.5h10M6.3 4.5V3h3.4v1.5M4.3 4.5l.6 8.7h6.2l.6-8.7M6.8 7v3.8M9.2 7v3.8" />);
export const ReadingIcon = icon(
  <>
    <path d="M1.8 8S4 3.9 8 3.9 14.2 8 14.2 8 12 12.1 8 12.1 1.8 8 1.8 8z" />
    <circle cx="8" cy="8" r="1.9" />
  </>,
);
export const ImageIcon = icon(<path d="M2.8 3.5h10.4v9H2.8zM3 11l3.2-3.2 2.3 2.3 1.8-1.8 2.7 2.7M10.2 6.2h.3" />);
