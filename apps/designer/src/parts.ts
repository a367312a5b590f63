import { later } from './frame/later.tsx';

const always = () => true;
const whenOpen = ({ isOpen }: { isOpen: boolean }) => isOpen;

export const NodePanel = later(async () => (await import('./panels/node-panel.tsx')).NodePanel);
export const CheckPanel = later(async () => (await import('./panels/check-panel.tsx')).CheckPanel);
export const TryPanel = later(async () => (await import('./panels/try-panel.tsx')).TryPanel);
export const TestsPanel = later(async () => (await import('./panels/tests-panel.tsx')).TestsPanel);
export const SettingsPanel = later(async () => (await import('./panels/settings-panel.tsx')).SettingsPanel);
export const VariablesPanel = later(async () => (await import('./panels/variables-panel.tsx')).VariablesPanel);
export const PartsPanel = later(async () => (await import('./panels/parts-panel.tsx')).PartsPanel);
export const FindPanel = later(async () => (await import('./panels/find-panel.tsx')).FindPanel);
export const ComparePanel = later(async () => (await import('./panels/compare-panel.tsx')).ComparePanel);
export const Outline = later(async () => (await import('./outline/outline.tsx')).Outline);
export const AddDialog = later(async () => (await import('./dialogs/add-dialog.tsx')).AddDialog, whenOpen);
export const KeysDialog = later(async () => (await import('./dialogs/keys-dialog.tsx')).KeysDialog, whenOpen);
export const ConnectDialog = later(async () => (await import('./dialogs/connect-dialog.tsx')).ConnectDialog, always);
export const Drawn = later(async () => (await import('./figures/drawn.tsx')).Drawn);
export const ConflictDialog = later(async () => (await import('./dialogs/conflict-dialog.tsx')).ConflictDialog, always);

/** Parts that need the schemas of streams, patterns, telephone numbers and time zones: the heaviest of the whole designer. */
export const fetchCheck = () => import('./check-draft.ts');
export const fetchNewNode = () => import('./editor/new-node.ts');
export const fetchPaste = () => import('./editor/paste.ts');
export const fetchPlay = () => import('./play/play.ts');

/** Parts to prefetch, in the order in which they are needed. */
const ahead: readonly (() => Promise<unknown>)[] = [
  ...[NodePanel, AddDialog, ConnectDialog, CheckPanel, TryPanel].map(({ fetch }) => fetch),
  fetchNewNode,
  fetchPaste,
  fetchCheck,
  fetchPlay,
  ...[SettingsPanel, VariablesPanel, PartsPanel, FindPanel, TestsPanel, ComparePanel, Outline, KeysDialog, ConflictDialog].map(
    ({ fetch }) => fetch,
  ),
];

/** Calls when nothing else is to be done; Safari has no such callback. @returns what takes it back */
export function whenIdle(work: () => void): () => void {
  if (typeof globalThis.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 300);
    return () => clearTimeout(timer);
  }
  const asked = globalThis.requestIdleCallback(work, { timeout: 3000 });
  return () => globalThis.cancelIdleCallback(asked);
}

/**
 * Fetches everything that the first sight does without, one part after the other, so that a line which is lost afterwards takes nothing
 * away. A part that does not arrive is asked for again when it is wanted.
 */
export async function fetchParts(): Promise<void> {
  for (const fetch of ahead) await fetch().catch(() => undefined);
}
