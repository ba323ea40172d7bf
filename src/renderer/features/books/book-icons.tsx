import { icon } from "../../ui/icons";

/** Icons of the translation view, in the style of ui/icons.tsx. */
export const TickIcon = icon(<path d="M3.5 8.5l3 3 6-7" />);
export const SendBackIcon = icon(<path d="M6 3.5L3 6.5l3 3M3 6.5h6.5a3 3 0 0 1 0 6H7" />);
export const PlayIcon = icon(<path d="M5 3.5l7 4.5-7 4.5z" />);
export const StopIcon = icon(<path d="M4.5 4.5h7v7h-7z" />);
export const AsideIcon = icon(
  <>
    <rect x="2" y="3" width="12" height="10" rx="1.5" />
    <path d="M10 3v10" />
  </>,
);
export const MoreIcon = icon(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" strokeLinecap="round" />);
export const RefreshIcon = icon(<path d="M13 8a5 5 0 1 1-1.6-3.7L13 5.8M13 2.8v3h-3" />);
