// Written by `npm run nodes` out of the folders beside it.
import { run as messageText } from './message.text/run.ts';
import { run as messageMedia } from './message.media/run.ts';
import { run as messageButtons } from './message.buttons/run.ts';
import { run as messageList } from './message.list/run.ts';
import { run as messageTemplate } from './message.template/run.ts';
import { run as messageCard } from './message.card/run.ts';
import { run as messageLocation } from './message.location/run.ts';
import { run as inputText } from './input.text/run.ts';
import { run as inputNumber } from './input.number/run.ts';
import { run as inputDate } from './input.date/run.ts';
import { run as inputPhone } from './input.phone/run.ts';
import { run as inputEmail } from './input.email/run.ts';
import { run as inputChoice } from './input.choice/run.ts';
import { run as inputMedia } from './input.media/run.ts';
import { run as inputLocation } from './input.location/run.ts';
import { run as inputForm } from './input.form/run.ts';
import { run as logicCondition } from './logic.condition/run.ts';
import { run as logicSwitch } from './logic.switch/run.ts';
import { run as logicSplit } from './logic.split/run.ts';
import { run as logicWait } from './logic.wait/run.ts';
import { run as logicOpen } from './logic.open/run.ts';
import { run as logicLoop } from './logic.loop/run.ts';
import { run as logicGoto } from './logic.goto/run.ts';
import { run as logicStream } from './logic.stream/run.ts';
import { run as dataSet } from './data.set/run.ts';
import { run as dataCustomer } from './data.customer/run.ts';
import { run as dataSets } from './data.sets/run.ts';
import { run as dataHttp } from './data.http/run.ts';
import { run as dataQuery } from './data.query/run.ts';
import { run as dataSpeech } from './data.speech/run.ts';
import { run as talkSkill } from './talk.skill/run.ts';
import { run as talkKnowledge } from './talk.knowledge/run.ts';
import { run as talkDepartment } from './talk.department/run.ts';
import { run as talkEnd } from './talk.end/run.ts';
import { run as markMilestone } from './mark.milestone/run.ts';
import { run as markNote } from './mark.note/run.ts';
import { run as markEnd } from './mark.end/run.ts';

export const runs = {
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
