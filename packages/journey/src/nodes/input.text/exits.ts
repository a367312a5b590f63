export { answerExits as exits } from '../shared/exits.ts';
