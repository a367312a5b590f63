/** Hindi words of quantities and of the calendar, in Devanagari and in Latin letters. Spellings of one meaning are parted by blanks. */
export const hindiNumbers = [
  ['शून्य shunya', 0],
  ['एक ek', 1],
  ['दो do', 2],
  ['तीन teen', 3],
  ['चार char chaar', 4],
  ['पाँच panch paanch paach pach', 5],
  ['छह छः छे छ chhe chhah che cheh chhai', 6],
  ['सात saat', 7],
  ['आठ aath', 8],
  ['नौ nau', 9],
  ['दस das dus', 10],
  ['ग्यारह gyarah gyara', 11],
  ['बारह barah bara', 12],
  ['तेरह terah tera', 13],
  ['चौदह chaudah chauda', 14],
  ['पंद्रह पन्द्रह पंदरह pandrah pandra pandhra', 15],
  ['सोलह solah sola', 16],
  ['सत्रह satrah satra', 17],
  ['अठारह अट्ठारह atharah athara', 18],
  ['उन्नीस unnis unnees', 19],
  ['बीस bees', 20],
  ['इक्कीस ikkis ikkees', 21],
  ['बाईस बाइस bais baees', 22],
  ['तेईस तेइस teis teees', 23],
  ['चौबीस chaubis chaubees', 24],
  ['पच्चीस pachis pachees pacchis', 25],
  ['छब्बीस chhabbis chabbis', 26],
  ['सत्ताईस सत्ताइस sattais', 27],
  ['अट्ठाईस अठ्ठाईस अट्ठाइस अठाईस atthais athais', 28],
  ['उनतीस उन्तीस unatis untis', 29],
  ['तीस tees', 30],
  ['इकतीस इकत्तीस ikatis iktis', 31],
  ['बत्तीस battis', 32],
  ['तैंतीस तेंतीस taintis tentis', 33],
  ['चौंतीस chauntis', 34],
  ['पैंतीस paintis', 35],
  ['छत्तीस chhattis chattis', 36],
  ['सैंतीस saintis', 37],
  ['अड़तीस adtis artis', 38],
  ['उनतालीस उन्तालीस untalis', 39],
  ['चालीस chalis chaalis', 40],
  ['इकतालीस iktalis', 41],
  ['बयालीस बयालिस bayalis', 42],
  ['तैंतालीस तैतालीस taintalis', 43],
  ['चौवालीस चवालीस चौंवालीस chauvalis', 44],
  ['पैंतालीस paintalis', 45],
  ['छियालीस chhiyalis', 46],
  ['सैंतालीस saintalis', 47],
  ['अड़तालीस adtalis artalis', 48],
  ['उनचास उन्चास unchas', 49],
  ['पचास pachas pachaas', 50],
  ['इक्यावन ikyavan', 51],
  ['बावन bavan', 52],
  ['तिरपन तिरेपन tirpan', 53],
  ['चौवन chauvan', 54],
  ['पचपन pachpan', 55],
  ['छप्पन chhappan', 56],
  ['सत्तावन sattavan', 57],
  ['अट्ठावन अठावन atthavan', 58],
  ['उनसठ unsath', 59],
  ['साठ saath', 60],
  ['इकसठ iksath', 61],
  ['बासठ basath', 62],
  ['तिरसठ तिरेसठ tirsath', 63],
  ['चौंसठ chausath', 64],
  ['पैंसठ painsath', 65],
  ['छियासठ chhiyasath', 66],
  ['सड़सठ sadsath', 67],
  ['अड़सठ adsath', 68],
  ['उनहत्तर unhattar', 69],
  ['सत्तर sattar', 70],
  ['इकहत्तर ikhattar', 71],
  ['बहत्तर bahattar', 72],
  ['तिहत्तर tihattar', 73],
  ['चौहत्तर chauhattar', 74],
  ['पचहत्तर pachhattar pachattar', 75],
  ['छिहत्तर chhihattar', 76],
  ['सतहत्तर sathattar', 77],
  ['अठहत्तर athhattar', 78],
  ['उन्यासी उनासी unyasi', 79],
  ['अस्सी assi', 80],
  ['इक्यासी ikyasi', 81],
  ['बयासी bayasi', 82],
  ['तिरासी tirasi', 83],
  ['चौरासी chaurasi', 84],
  ['पचासी pachasi', 85],
  ['छियासी chhiyasi', 86],
  ['सत्तासी sattasi', 87],
  ['अट्ठासी अठासी atthasi', 88],
  ['नवासी navasi', 89],
  ['नब्बे nabbe', 90],
  ['इक्यानवे इक्यानबे ikyanve', 91],
  ['बानवे बानबे banve', 92],
  ['तिरानवे तिरानबे tiranve', 93],
  ['चौरानवे चौरानबे chauranve', 94],
  ['पचानवे पंचानवे पचानबे pachanve', 95],
  ['छियानवे छियानबे chhiyanve', 96],
  ['सत्तानवे सत्तानबे sattanve', 97],
  ['अट्ठानवे अठानवे अट्ठानबे atthanve', 98],
  ['निन्यानवे निन्यानबे ninyanve', 99],
] as const;
export const hindiScales = [
  ['सौ sau', 100],
  ['हज़ार hazar hazaar hajar hajaar', 1e3],
  ['लाख', 1e5],
  ['करोड़ karod crore', 1e7],
  ['अरब arab', 1e9],
] as const;
/** Words that are added to the number after them, in halves and quarters of its last scale. */
export const hindiFractions = [
  ['सवा sava sawa', 0.25],
  ['साढ़े sadhe saade saadhe sade', 0.5],
  ['पौने paune pone', -0.25],
] as const;
export const hindiHalves = [
  ['डेढ़ dedh derh ded', 1.5],
  ['ढाई अढ़ाई dhai dhaai adhai', 2.5],
] as const;
export const hindiHalf = [
  ['आधा आधे आधी aadha adha aadhe adhe aadhi', 0.5],
  ['पौन पौना paun pauna', 0.75],
] as const;
/** "पहले" and "pehle" are left out: they mean "before" far more often than "first". */
export const hindiOrdinals = [
  ['पहला पहली pehla pehli pahla pahli', 1],
  ['दूसरा दूसरी दूसरे dusra dusri dusre doosra doosri doosre', 2],
  ['तीसरा तीसरी तीसरे teesra teesri teesre tisra tisri tisre', 3],
  ['चौथा चौथी चौथे chautha chauthi chauthe', 4],
  ['छठा छठी छठे छठवाँ chhatha chhathi chhatha chhathe', 6],
] as const;
export const hindiMonths = [
  ['जनवरी janvari', 1],
  ['फ़रवरी फरवरी farvari', 2],
  ['मार्च', 3],
  ['अप्रैल aprail', 4],
  ['मई mai', 5],
  ['जून', 6],
  ['जुलाई julai', 7],
  ['अगस्त agast', 8],
  ['सितंबर सितम्बर sitambar', 9],
  ['अक्टूबर अक्तूबर aktubar', 10],
  ['नवंबर नवम्बर navambar', 11],
  ['दिसंबर दिसम्बर disambar', 12],
] as const;
export const hindiWeekdays = [
  ['सोमवार somvar somvaar somwar', 0],
  ['मंगलवार mangalvar mangalvaar mangalwar', 1],
  ['बुधवार budhvar budhwar', 2],
  ['गुरुवार गुरूवार बृहस्पतिवार वीरवार guruvar guruwar brihaspativar veervar', 3],
  ['शुक्रवार shukravar shukrawar shukrvar', 4],
  ['शनिवार shanivar shaniwar', 5],
  ['रविवार इतवार ravivar raviwar itvar itwar', 6],
] as const;
/** Days from today; the ones of yesterday and tomorrow are one word, the tense of the sentence tells. */
export const hindiDays = [
  ['आज aaj aj', 0],
  ['कल kal', 1],
  ['परसों परसो parso parson', 2],
  ['नरसों narso', 3],
] as const;
export const hindiTurning = 'कल kal परसों परसो parso parson नरसों narso';
export const hindiThis = 'इस इसी is isi';
export const hindiNext = 'अगले अगला अगली agle agla agli agley agale';
export const hindiComing = 'आने aane';
export const hindiLast = 'पिछले पिछला पिछली बीते pichle pichla pichli pichhle pichhla pichley';
/** Words of a sentence that tells of the past. */
export const pastWords =
  'था थी थे गया गयी गई गए हुआ हुई हुए किया आया आयी आई आए मिला मिली भेजा दिया लिया बीते tha thi gaya gayi gaye hua hui kiya kiye aaya aayi aaye mila mili bheja diya liya beete was did';
/** Words by which Hindi in Latin letters is known. */
export const romanHindiWords =
  'mujhe mujhko mera meri mere hai hain hoon hu hun ho tha thi ka ki ke ko se mein me par tak aur chahiye chahie baje bje ghante ghanta ghanton din hafte hafta mahine mahina saal kal aaj parso agle pichle log bhej bhejo karo kar kya kaise kab kahan nahi nahin rupaye rupay rupaiye rupye rupya wala wali wale aap hum main subah shaam raat dopahar baad pehle pahle kripya sava sadhe paune hazaar hazar lakh sau ek dono bhai dena lena minat';
/** Verbs that "do" finishes: "bhej do" is "send", not "two". */
export const verbStems =
  'kar kara karwa bata bataa de bhej dikha dila laga lagwa hata band chalu on off rok chala bana badal bol sun khol likh daal rakh jor jod mila bula cancel book confirm send order start stop change update block reset activate';
