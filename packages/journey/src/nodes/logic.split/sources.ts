export { noSources as sources } from '../shared/sources.ts';
