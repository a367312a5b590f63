/** Words of English, Hindi and Hindi in Latin letters that say nothing about what a question is about; question words are among them. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing down during each few
  for from further had has have having he her here hers him his how i if in into is it its just let like ll may me might more most my no nor not of off on once only or other
  our out over own please re s same shall she should so some such t tell than that the their them then there these they this those through to too under until up us ve very was
  we were what when where which while who whom whose why will with would you your yours give know want need get got does ? name many much kind type called mean means stand happen happens find show explain tell
  है हैं था थी थे हो हूँ हूं का की के को से में पर ने और या कि यह ये वह वे वो इस उस इन उन जो जिस जिन क्या कौन कौनसा कौनसी किस किसने किसका किसकी किसके किसे किन कब कहाँ कहां कैसे कैसा कैसी क्यों कितना कितनी कितने
  भी ही तो तक लिए साथ एक कोई कुछ अपना अपनी अपने मैं मुझे मेरा मेरी मेरे हम हमें आप आपका आपकी आपके तुम कर करना करने करता करती करते किया गया गई गए गयी जा जाता जाती जाते रहा रही रहे हुआ हुई हुए होता होती होते
  नहीं न द्वारा बाद पहले दिया लिया सकता सकती सकते चाहिए बताओ बताइए नाम इसके उसके इसका उसका इसकी उसकी इनके उनके जिसे जिसके मतलब अर्थ
  hai hain tha thi the ho hoon hun ka ki ke ko se mein me par ne aur ya kya kaun kab kahan kaise kyon kyun kitna kitne kitni bhi hi to tak liye saath ek koi kuch apna apni apne main mujhe
  mera meri mere hum aap aapka aapki aapke kar karna karne raha rahi rahe gaya gayi hota hoti hote nahi nahin chahiye batao bataiye`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
