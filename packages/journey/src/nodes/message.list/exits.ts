export { choiceExits as exits } from '../shared/exits.ts';
