// Written by `npm run nodes` out of the folders beside it.
import { sources as messageText } from './message.text/sources.ts';
import { sources as messageMedia } from './message.media/sources.ts';
import { sources as messageButtons } from './message.buttons/sources.ts';
import { sources as messageList } from './message.list/sources.ts';
import { sources as messageTemplate } from './message.template/sources.ts';
import { sources as messageCard } from './message.card/sources.ts';
import { sources as messageLocation } from './message.location/sources.ts';
import { sources as inputText } from './input.text/sources.ts';
import { sources as inputNumber } from './input.number/sources.ts';
import { sources as inputDate } from './input.date/sources.ts';
import { sources as inputPhone } from './input.phone/sources.ts';
import { sources as inputEmail } from './input.email/sources.ts';
import { sources as inputChoice } from './input.choice/sources.ts';
import { sources as inputMedia } from './input.media/sources.ts';
import { sources as inputLocation } from './input.location/sources.ts';
import { sources as inputForm } from './input.form/sources.ts';
import { sources as logicCondition } from './logic.condition/sources.ts';
import { sources as logicSwitch } from './logic.switch/sources.ts';
import { sources as logicSplit } from './logic.split/sources.ts';
import { sources as logicWait } from './logic.wait/sources.ts';
import { sources as logicOpen } from './logic.open/sources.ts';
import { sources as logicLoop } from './logic.loop/sources.ts';
import { sources as logicGoto } from './logic.goto/sources.ts';
import { sources as logicStream } from './logic.stream/sources.ts';
import { sources as dataSet } from './data.set/sources.ts';
import { sources as dataCustomer } from './data.customer/sources.ts';
import { sources as dataSets } from './data.sets/sources.ts';
import { sources as dataHttp } from './data.http/sources.ts';
import { sources as dataQuery } from './data.query/sources.ts';
import { sources as dataSpeech } from './data.speech/sources.ts';
import { sources as talkSkill } from './talk.skill/sources.ts';
import { sources as talkKnowledge } from './talk.knowledge/sources.ts';
import { sources as talkDepartment } from './talk.department/sources.ts';
import { sources as talkEnd } from './talk.end/sources.ts';
import { sources as markMilestone } from './mark.milestone/sources.ts';
import { sources as markNote } from './mark.note/sources.ts';
import { sources as markEnd } from './mark.end/sources.ts';

export const sources = {
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
