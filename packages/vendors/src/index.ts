export * from './adapters.ts';
export type { ChoiceLimits } from './choices.ts';
export { isRetried, templateStatusOf, vendorError } from './errors.ts';
export { type HostName, hosts, isOfSandboxChannel } from './hosts.ts';
export { inParts } from './parts.ts';
export { overlongOf, withTakenValues } from './template-values.ts';
export { plainTextOf } from './text-of.ts';
export * from './types.ts';
export { signBody } from './wire/meta-graph/signature.ts';
