// Written by `npm run nodes` out of the folders beside it.
import { summary as messageText } from './message.text/summary.ts';
import { summary as messageMedia } from './message.media/summary.ts';
import { summary as messageButtons } from './message.buttons/summary.ts';
import { summary as messageList } from './message.list/summary.ts';
import { summary as messageTemplate } from './message.template/summary.ts';
import { summary as messageCard } from './message.card/summary.ts';
import { summary as messageLocation } from './message.location/summary.ts';
import { summary as inputText } from './input.text/summary.ts';
import { summary as inputNumber } from './input.number/summary.ts';
import { summary as inputDate } from './input.date/summary.ts';
import { summary as inputPhone } from './input.phone/summary.ts';
import { summary as inputEmail } from './input.email/summary.ts';
import { summary as inputChoice } from './input.choice/summary.ts';
import { summary as inputMedia } from './input.media/summary.ts';
import { summary as inputLocation } from './input.location/summary.ts';
import { summary as inputForm } from './input.form/summary.ts';
import { summary as logicCondition } from './logic.condition/summary.ts';
import { summary as logicSwitch } from './logic.switch/summary.ts';
import { summary as logicSplit } from './logic.split/summary.ts';
import { summary as logicWait } from './logic.wait/summary.ts';
import { summary as logicOpen } from './logic.open/summary.ts';
import { summary as logicLoop } from './logic.loop/summary.ts';
import { summary as logicGoto } from './logic.goto/summary.ts';
import { summary as logicStream } from './logic.stream/summary.ts';
import { summary as dataSet } from './data.set/summary.ts';
import { summary as dataCustomer } from './data.customer/summary.ts';
import { summary as dataSets } from './data.sets/summary.ts';
import { summary as dataHttp } from './data.http/summary.ts';
import { summary as dataQuery } from './data.query/summary.ts';
import { summary as dataSpeech } from './data.speech/summary.ts';
import { summary as talkSkill } from './talk.skill/summary.ts';
import { summary as talkKnowledge } from './talk.knowledge/summary.ts';
import { summary as talkDepartment } from './talk.department/summary.ts';
import { summary as talkEnd } from './talk.end/summary.ts';
import { summary as markMilestone } from './mark.milestone/summary.ts';
import { summary as markNote } from './mark.note/summary.ts';
import { summary as markEnd } from './mark.end/summary.ts';

export const summaries = {
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
