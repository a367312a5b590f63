/**
 * Words so common that they are never somebody's typo of a list value: "order" is not "older", "there" is not "three".
 * They still match a value that is spelled just so.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `about above after again against almost along already also always another around because been before being below between both cannot
  could does doing done down during each either else even ever every everything first from further give going good great have having
  hello help here himself house into itself just know last later like little long look made make many maybe might more most much must
  need never next nothing often once only order other over people place please quite really right same send shall should show since some
  something soon still such sure take tell than thank thanks that their them then there these they thing things think this those three
  through time today together tomorrow tonight under until using very want wants well were what when where which while white whole whose
  will with within without words work world would write wrong year years yesterday your yours
  aapka aapke aapki abhi accha achha bahut batao bhai bhejo chahiye chahte chahta chahti dikhao gaya gayi hain hota hoti humara isliye
  kaise kaisa kahan karna karne karo karta karte karti kaun kitna kitne kitni kripya kuch kyon kyun lekin liye mera mere meri milega mujhe
  nahi nahin raha rahe rahi sakta sakte sakti theek tumhara wahan yahan zaroor`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
