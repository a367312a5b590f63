import type { CompiledForm } from '../compile.ts';
import type { FormField } from '../field.ts';
import type { FlowNote } from './notes.ts';
import type { FlowJson } from './schema.ts';

/** Something that our side puts into a screen's data. @property screen the screen that shows it */
export type FlowSlot =
  | { kind: 'text'; key: string; screen: string; texts: Readonly<Record<string, string>> }
  | { kind: 'shown' | 'required' | 'options'; key: string; screen: string; field: FormField };

export type FlowMode = 'static' | 'endpoint';
/** @property asked fields that the flow asks itself @property reactive fields that the phone shows and hides by itself */
export type PlannedScreen = {
  id: string;
  flowId: string;
  slots: readonly FlowSlot[];
  asked: readonly FormField[];
  reactive: ReadonlySet<string>;
};
export type FlowPlan = {
  form: CompiledForm;
  language: string;
  mode: FlowMode;
  notes: FlowNote[];
  screens: readonly PlannedScreen[];
  json: FlowJson;
};
