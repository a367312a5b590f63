import type { ComponentChildren } from 'preact';

const Icon = ({ size = 20, children }: { size?: number; children: ComponentChildren }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.9"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);

export const ChatIcon = ({ isOpen }: { isOpen: boolean }) => (
  <Icon size={26}>
    {isOpen ? <path d="M6 9.5l6 6 6-6" /> : <path d="M21 11.5a8.4 8.4 0 0 1-12.2 7.5L3.5 20.5l1.5-5A8.4 8.4 0 1 1 21 11.5z" />}
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
);
export const MoreIcon = () => (
  <Icon>
    <path stroke-width="3" d="M5 12h.01M12 12h.01M19 12h.01" />
  </Icon>
);
export const SendIcon = () => (
  <Icon>
    <path d="M4.5 12L20 4.5 15.5 20l-4-6.5zM11.5 13.5L20 4.5" />
  </Icon>
);
export const ClipIcon = () => (
  <Icon>
    <path d="M20 11.5l-8.2 8.2a5 5 0 0 1-7.1-7.1l8.2-8.2a3.3 3.3 0 0 1 4.7 4.7l-8.1 8.2a1.7 1.7 0 0 1-2.4-2.4l7.5-7.5" />
  </Icon>
);
export const FileIcon = () => (
  <Icon size={18}>
    <path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5" />
  </Icon>
);
export const DownIcon = () => (
  <Icon size={16}>
    <path d="M12 5v14M6 13l6 6 6-6" />
  </Icon>
);

/** Waiting: a clock; sending: one pale tick; sent: one tick; read: two. */
export function Tick({ state, label }: { state: 'waiting' | 'sending' | 'sent' | 'read'; label: string }) {
  return (
    <span class={`tick is-${state}`} role="img" aria-label={label} title={label}>
      <Icon size={14}>
        {state === 'waiting' ? (
          <path d="M12 7v5l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z" />
        ) : state === 'read' ? (
          <path d="M1.5 12.5l5 5 10-11M11 16l1.5 1.5 10-11" />
        ) : (
          <path d="M4.5 12.5l5 5 10-11" />
        )}
      </Icon>
    </span>
  );
}

export const StarIcon = () => (
  <svg width="30" height="30" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 2.8l2.8 5.9 6.4.8-4.7 4.4 1.2 6.4-5.7-3.1-5.7 3.1 1.2-6.4-4.7-4.4 6.4-.8z" />
  </svg>
);
