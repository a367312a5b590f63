/**
 * States of a form's version as a flow on one channel. LOCAL: the vendor does not have it yet; UPLOADED: it has a draft of it; THROTTLED and BLOCKED:
 * the vendor lets few or none of its messages pass.
 */
export const flowStates = ['LOCAL', 'UPLOADED', 'PUBLISHED', 'THROTTLED', 'BLOCKED', 'DEPRECATED'] as const;
export type FlowState = (typeof flowStates)[number];
/** States as screens group them. */
export const flowStages = ['draft', 'published', 'deprecated'] as const;
export type FlowStage = (typeof flowStages)[number];
export const flowStageOf = (state: FlowState | ''): FlowStage =>
  state === 'DEPRECATED' ? 'deprecated' : state === '' || state === 'LOCAL' || state === 'UPLOADED' ? 'draft' : 'published';
/** `static`: it runs on the phone alone; `endpoint`: it asks our server at each screen. */
export const flowModes = ['static', 'endpoint'] as const;
/** A key of a channel: made and not yet at the vendor, in use, or replaced and still read for a while. */
export const flowKeyStates = ['NEXT', 'CURRENT', 'OLD'] as const;
export type FlowKeyState = (typeof flowKeyStates)[number];
/** Address at which phones ask for the screens of flows. */
export const flowHookPath = '/hooks/flow/';
