import type { Locale } from '../../common/kit/format.ts'
import type { Project } from '../../common/services/projects/project.ts'

/** Texts of the merchant and the customers. In a Mongolian email all of them are Cyrillic. */
const texts = {
  en: {
    shop: 'Steppe Books',
    legalName: 'Steppe Books LLC',
    address: 'Peace Avenue 17, Ulaanbaatar',
    bank: 'Khan Bank',
    payer: 'Sarangerel Bat-Erdene',
    tea: 'Milk tea, 500 g',
    boots: 'Felt boots, size 38',
    plan: 'Reading room',
    planMore: 'Reading room with a locker',
    discount: 'Friend of the house',
    question: 'Name in the book',
    answer: 'For Saraa, from her brother',
    choice: 'Gift wrapping',
    chosen: 'Felt pouch',
    street: 'Baga toiruu 44, flat 12',
    district: 'Sükhbaatar district',
    city: 'Ulaanbaatar',
    note: 'Blue door. Ring twice.',
    work: 'Repairing two chairs, with new felt',
    reason: 'The sum that came is ₮2,500 too small.\nPlease send the rest, or call us.',
  },
  mn: {
    shop: 'Номын өлгий',
    legalName: '«Номын өлгий» ХХК',
    address: 'Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо',
    bank: 'Хаан банк',
    payer: 'Бат-Эрдэнийн Сарангэрэл',
    tea: 'Сүүтэй цай, 500 г',
    boots: 'Эсгий гутал, 38 размер',
    plan: 'Уншлагын танхим',
    planMore: 'Уншлагын танхим, шүүгээтэй',
    discount: 'Байнгын үйлчлүүлэгчийн хөнгөлөлт',
    question: 'Номон дээр бичих үг',
    answer: 'Сараад, ахаас нь',
    choice: 'Бэлгийн боодол',
    chosen: 'Эсгий уут',
    street: 'Бага тойруу 44, 12 тоот',
    district: 'Сүхбаатар дүүрэг',
    city: 'Улаанбаатар',
    note: 'Цэнхэр хаалга. Хоёр удаа дарна уу.',
    work: 'Хоёр сандал засах, эсгийтэй нь',
    reason: '₮ 2,500 дутуу орсон байна.\nҮлдсэнийг нь шилжүүлэх эсвэл бидэн рүү залгана уу.',
  },
} satisfies Record<Locale, Record<string, string>>

export type Texts = (typeof texts)[Locale]

export function textsIn(locale: Locale): Texts {
  return (texts as Partial<typeof texts>)[locale] ?? texts.en
}

/** Returns the merchant of the sample emails. */
export function shopIn(locale: Locale): Project {
  const { shop, legalName, address } = textsIn(locale)
  return {
    id: 1,
    name: shop,
    currency: 'MNT',
    timezone: 'Asia/Ulaanbaatar',
    locale,
    country: 'MN',
    plan: 'starter',
    email: 'hello@books.example',
    supportPhone: '+976 7711 2233',
    legalName,
    registrationNumber: '5123456',
    address,
    termsUrl: null,
    websiteUrl: null,
    logoUrl: null,
    logo: null,
    color: '#0a7d5a',
    invoicePrefix: 'A',
    notifications: { sale: true, cancellation: true },
    paymentSettings: {},
    paymentMethodOrder: [],
    createdAt: new Date('2026-01-01T00:00:00Z'),
    updatedAt: new Date('2026-01-01T00:00:00Z'),
  }
}
