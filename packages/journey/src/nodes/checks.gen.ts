// Written by `npm run nodes` out of the folders beside it.
import { check as messageCard } from './message.card/check.ts';
import { check as inputText } from './input.text/check.ts';
import { check as logicSplit } from './logic.split/check.ts';
import { check as dataHttp } from './data.http/check.ts';
import { check as talkKnowledge } from './talk.knowledge/check.ts';
import { check as talkDepartment } from './talk.department/check.ts';
import { check as markMilestone } from './mark.milestone/check.ts';

export const checks = {
  'message.card': messageCard,
  'input.text': inputText,
  'logic.split': logicSplit,
  'data.http': dataHttp,
  'talk.knowledge': talkKnowledge,
  'talk.department': talkDepartment,
  'mark.milestone': markMilestone,
};
