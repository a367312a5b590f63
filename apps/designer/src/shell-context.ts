import type { KnownHours } from '@parley/contract';
import type { Document, Finding, FormDocument, KnownType } from '@parley/journey';
import { createContext, use } from 'react';

export const panelNames = ['check', 'try', 'tests', 'settings', 'variables', 'parts', 'compare', 'find'] as const;
export type PanelName = (typeof panelNames)[number];

export type Inside = ReadonlyMap<string, Document>;
/** Forms by their ids, as they are published */
export type Forms = ReadonlyMap<string, FormDocument>;
/** Parts of a trial beside the stream itself: the streams inside of it, the forms that they ask with, and the hours that they name. */
export type Played = { inside: Inside; forms: Forms; hours: KnownHours };

/** State shared by the parts of the designer besides the document itself. */
export type Shell = {
  findings: readonly Finding[];
  customer: Readonly<Record<string, KnownType>>;
  /** Told to readers of the screen */
  announce(words: string): void;
  /** Shows a node where it stands, and chooses it */
  goTo(id: string, open?: boolean): void;
  setPanel(panel: PanelName | null): void;
  askAdd(wish?: { from?: { node: string; exit: string }; at?: { x: number; y: number }; onEdge?: string }): void;
  askConnect(node: string): void;
  /** The streams and forms inside of this one by their ids, as they are published, and hours as they are now: what is played in memory plays them too */
  readInside(): Promise<Played>;
};
export const ShellContext = createContext<Shell | null>(null);
export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('There is no designer around this.');
  return shell;
}
