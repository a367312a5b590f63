// Written by `npm run nodes` out of the folders beside it.
import { first as messageText } from './message.text/first.ts';
import { first as messageMedia } from './message.media/first.ts';
import { first as messageButtons } from './message.buttons/first.ts';
import { first as messageList } from './message.list/first.ts';
import { first as messageTemplate } from './message.template/first.ts';
import { first as messageCard } from './message.card/first.ts';
import { first as messageLocation } from './message.location/first.ts';
import { first as inputText } from './input.text/first.ts';
import { first as inputNumber } from './input.number/first.ts';
import { first as inputDate } from './input.date/first.ts';
import { first as inputPhone } from './input.phone/first.ts';
import { first as inputEmail } from './input.email/first.ts';
import { first as inputChoice } from './input.choice/first.ts';
import { first as inputMedia } from './input.media/first.ts';
import { first as inputLocation } from './input.location/first.ts';
import { first as inputForm } from './input.form/first.ts';
import { first as logicCondition } from './logic.condition/first.ts';
import { first as logicSwitch } from './logic.switch/first.ts';
import { first as logicSplit } from './logic.split/first.ts';
import { first as logicWait } from './logic.wait/first.ts';
import { first as logicOpen } from './logic.open/first.ts';
import { first as logicLoop } from './logic.loop/first.ts';
import { first as logicGoto } from './logic.goto/first.ts';
import { first as logicStream } from './logic.stream/first.ts';
import { first as dataSet } from './data.set/first.ts';
import { first as dataCustomer } from './data.customer/first.ts';
import { first as dataSets } from './data.sets/first.ts';
import { first as dataHttp } from './data.http/first.ts';
import { first as dataQuery } from './data.query/first.ts';
import { first as dataSpeech } from './data.speech/first.ts';
import { first as talkSkill } from './talk.skill/first.ts';
import { first as talkKnowledge } from './talk.knowledge/first.ts';
import { first as talkDepartment } from './talk.department/first.ts';
import { first as talkEnd } from './talk.end/first.ts';
import { first as markMilestone } from './mark.milestone/first.ts';
import { first as markNote } from './mark.note/first.ts';
import { first as markEnd } from './mark.end/first.ts';

export const firsts = {
  'message.text': messageText,
  'message.media': messageMedia,
  'message.buttons': messageButtons,
  'message.list': messageList,
  'message.template': messageTemplate,
  'message.card': messageCard,
  'message.location': messageLocation,
  'input.text': inputText,
  'input.number': inputNumber,
  'input.date': inputDate,
  'input.phone': inputPhone,
  'input.email': inputEmail,
  'input.choice': inputChoice,
  'input.media': inputMedia,
  'input.location': inputLocation,
  'input.form': inputForm,
  'logic.condition': logicCondition,
  'logic.switch': logicSwitch,
  'logic.split': logicSplit,
  'logic.wait': logicWait,
  'logic.open': logicOpen,
  'logic.loop': logicLoop,
  'logic.goto': logicGoto,
  'logic.stream': logicStream,
  'data.set': dataSet,
  'data.customer': dataCustomer,
  'data.sets': dataSets,
  'data.http': dataHttp,
  'data.query': dataQuery,
  'data.speech': dataSpeech,
  'talk.skill': talkSkill,
  'talk.knowledge': talkKnowledge,
  'talk.department': talkDepartment,
  'talk.end': talkEnd,
  'mark.milestone': markMilestone,
  'mark.note': markNote,
  'mark.end': markEnd,
};
