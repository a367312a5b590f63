export { textSources as sources } from '../shared/sources.ts';
