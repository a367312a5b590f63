export { noText as first } from '../shared/first.ts';
