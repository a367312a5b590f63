export { sendExits as exits } from '../shared/exits.ts';
