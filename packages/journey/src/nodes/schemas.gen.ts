// Written by `npm run nodes` out of the folders beside it.
import { Config as messageText } from './message.text/schema.ts';
import { Config as messageMedia } from './message.media/schema.ts';
import { Config as messageButtons } from './message.buttons/schema.ts';
import { Config as messageList } from './message.list/schema.ts';
import { Config as messageTemplate } from './message.template/schema.ts';
import { Config as messageCard } from './message.card/schema.ts';
import { Config as messageLocation } from './message.location/schema.ts';
import { Config as inputText } from './input.text/schema.ts';
import { Config as inputNumber } from './input.number/schema.ts';
import { Config as inputDate } from './input.date/schema.ts';
import { Config as inputPhone } from './input.phone/schema.ts';
import { Config as inputEmail } from './input.email/schema.ts';
import { Config as inputChoice } from './input.choice/schema.ts';
import { Config as inputMedia } from './input.media/schema.ts';
import { Config as inputLocation } from './input.location/schema.ts';
import { Config as inputForm } from './input.form/schema.ts';
import { Config as logicCondition } from './logic.condition/schema.ts';
import { Config as logicSwitch } from './logic.switch/schema.ts';
import { Config as logicSplit } from './logic.split/schema.ts';
import { Config as logicWait } from './logic.wait/schema.ts';
import { Config as logicOpen } from './logic.open/schema.ts';
import { Config as logicLoop } from './logic.loop/schema.ts';
import { Config as logicGoto } from './logic.goto/schema.ts';
import { Config as logicStream } from './logic.stream/schema.ts';
import { Config as dataSet } from './data.set/schema.ts';
import { Config as dataCustomer } from './data.customer/schema.ts';
import { Config as dataSets } from './data.sets/schema.ts';
import { Config as dataHttp } from './data.http/schema.ts';
import { Config as dataQuery } from './data.query/schema.ts';
import { Config as dataSpeech } from './data.speech/schema.ts';
import { Config as talkSkill } from './talk.skill/schema.ts';
import { Config as talkKnowledge } from './talk.knowledge/schema.ts';
import { Config as talkDepartment } from './talk.department/schema.ts';
import { Config as talkEnd } from './talk.end/schema.ts';
import { Config as markMilestone } from './mark.milestone/schema.ts';
import { Config as markNote } from './mark.note/schema.ts';
import { Config as markEnd } from './mark.end/schema.ts';

export const schemas = {
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
