export { workExits as exits } from '../shared/exits.ts';
