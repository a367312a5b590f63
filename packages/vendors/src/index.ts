export * from './adapters.ts';
export { isRetried, vendorError } from './errors.ts';
export { type HostName, hosts } from './hosts.ts';
export * from './types.ts';
