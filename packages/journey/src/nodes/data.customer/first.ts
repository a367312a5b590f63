export { nothing as first } from '../shared/first.ts';
