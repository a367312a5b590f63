// Written by `npm run nodes` out of the folders beside it.
import { exits as messageText } from './message.text/exits.ts';
import { exits as messageMedia } from './message.media/exits.ts';
import { exits as messageButtons } from './message.buttons/exits.ts';
import { exits as messageList } from './message.list/exits.ts';
import { exits as messageTemplate } from './message.template/exits.ts';
import { exits as messageCard } from './message.card/exits.ts';
import { exits as messageLocation } from './message.location/exits.ts';
import { exits as inputText } from './input.text/exits.ts';
import { exits as inputNumber } from './input.number/exits.ts';
import { exits as inputDate } from './input.date/exits.ts';
import { exits as inputPhone } from './input.phone/exits.ts';
import { exits as inputEmail } from './input.email/exits.ts';
import { exits as inputChoice } from './input.choice/exits.ts';
import { exits as inputMedia } from './input.media/exits.ts';
import { exits as inputLocation } from './input.location/exits.ts';
import { exits as inputForm } from './input.form/exits.ts';
import { exits as logicCondition } from './logic.condition/exits.ts';
import { exits as logicSwitch } from './logic.switch/exits.ts';
import { exits as logicSplit } from './logic.split/exits.ts';
import { exits as logicWait } from './logic.wait/exits.ts';
import { exits as logicOpen } from './logic.open/exits.ts';
import { exits as logicLoop } from './logic.loop/exits.ts';
import { exits as logicGoto } from './logic.goto/exits.ts';
import { exits as logicStream } from './logic.stream/exits.ts';
import { exits as dataSet } from './data.set/exits.ts';
import { exits as dataCustomer } from './data.customer/exits.ts';
import { exits as dataSets } from './data.sets/exits.ts';
import { exits as dataHttp } from './data.http/exits.ts';
import { exits as dataQuery } from './data.query/exits.ts';
import { exits as dataSpeech } from './data.speech/exits.ts';
import { exits as talkSkill } from './talk.skill/exits.ts';
import { exits as talkKnowledge } from './talk.knowledge/exits.ts';
import { exits as talkDepartment } from './talk.department/exits.ts';
import { exits as talkEnd } from './talk.end/exits.ts';
import { exits as markMilestone } from './mark.milestone/exits.ts';
import { exits as markNote } from './mark.note/exits.ts';
import { exits as markEnd } from './mark.end/exits.ts';

export const exits = {
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
