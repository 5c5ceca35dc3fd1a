import { expect } from 'chai'
import { exitLink, inAppOf, isPhone } from '../../api/pages/hand-over/in-app.ts'

/** User agents that apps and browsers really send. Only parts without information are shortened. */
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240905.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.83 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83'
const SM_G988N =
  'Mozilla/5.0 (Linux; Android 12; SM-G988N Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.79 Mobile Safari/537.36'

describe('inAppOf', () => {
  const inside: [app: string, platform: 'android' | 'ios', userAgent: string][] = [
    ['Facebook', 'android', `${WEBVIEW} [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]`],
    [
      'Facebook',
      'android',
      'Mozilla/5.0 (Linux; Android 4.4.2; ASUS_T00F Build/KVT49L) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.0.0 Mobile Safari/537.36 [FBAN/EMA;FBLC/zh_TW;FBAV/42.0.0.3.64;]',
    ],
    [
      'Facebook',
      'android',
      'Mozilla/5.0 (Linux; Android 16; SM-G990U2 Build/BP2A.250605.031.A3; ) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/144.0.7559.117 Mobile Safari/537.36 MetaIAB Facebook',
    ],
    [
      'Facebook',
      'android',
      'Mozilla/5.0 (Linux; Android 15; SM-A166W Build/AP3A.240905.015.A2; ) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/139.0.7258.158 Mobile Safari/537.36 MetaIAB',
    ],
    [
      'Facebook',
      'ios',
      `${IPHONE} [FBAN/FBIOS;FBAV/488.0.0.68.101;FBBV/658219612;FBDV/iPhone12,8;FBMD/iPhone;FBSN/iOS;FBSV/18.1;FBSS/2;FBID/phone;FBLC/en_US;FBOP/5;FBRV/0;IABMV/1]`,
    ],
    [
      'Facebook',
      'ios',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G100 Safari/604.1 MetaIAB Facebook',
    ],
    [
      'Facebook',
      'ios',
      'Mozilla/5.0 (iPad; CPU OS 7_1_2 like Mac OS X) AppleWebKit/537.51.2 (KHTML, like Gecko) Mobile/11D257 [FBAN/FBIOS;FBAV/12.0.0.21.20;FBBV/3142790;FBDV/iPad4,5;FBMD/iPad;FBSN/iPhone OS;FBSV/7.1.2;FBSS/2; FBCR/TelenorDK;FBID/tablet;FBLC/da_DK;FBOP/1]',
    ],
    [
      'Messenger',
      'android',
      'Mozilla/5.0 (Linux; Android 11; RMX1931 Build/RKQ1.200928.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/93.0.4577.82 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/331.0.0.15.119;]',
    ],
    ['Messenger', 'android', `${WEBVIEW} [FB_IAB/MESSENGER;FBAV/118.0.0.19.82;]`],
    [
      'Messenger',
      'ios',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 10_2_1 like Mac OS X) AppleWebKit/602.4.6 (KHTML, like Gecko) Mobile/14D27 [FBAN/MessengerForiOS;FBAV/117.0.0.36.70;FBBV/57539258;FBDV/iPhone7,2;FBMD/iPhone;FBSN/iOS;FBSV/10.2.1;FBSS/2;FBID/phone;FBLC/zh_TW;FBOP/5;FBRV/0]',
    ],
    [
      'Instagram',
      'android',
      'Mozilla/5.0 (Linux; Android 11; Mi A3 Build/RKQ1.200903.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.14 Mobile Safari/537.36 Instagram 355.0.0.37.103 Android (30/11; 320dpi; 720x1411; Xiaomi; Mi A3; laurel_sprout; qcom; pt_BR; 657300861)',
    ],
    [
      'Instagram',
      'ios',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23E254 Instagram 424.1.0.31.54 (iPhone18,4; iOS 26_4_1; en_GB; en-GB; scale=3.00; 1260x2736; IABMV/1; 933996394) NW/3 Safari/604.1',
    ],
    [
      'Threads',
      'android',
      `${WEBVIEW} Barcelona 355.0.0.39.109 Android (34/14; 420dpi; 1080x2205; Google/google; Pixel 8; shiba; shiba; en_US; 657318936)`,
    ],
    [
      'TikTok',
      'android',
      'Mozilla/5.0 (Linux; Android 14; Infinix X6853 Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.134 Mobile Safari/537.36 trill_350603 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/trill app_version/35.6.3 ByteLocale/ms-MY ByteFullLocale/ms-MY Region/MY AppId/1180 Spark/1.5.9.5-bugfix AppVersion/35.6.3 BytedanceWebview/d8a21c6',
    ],
    [
      'TikTok',
      'ios',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1 musical_ly_41.9.0',
    ],
    ['LINE', 'android', `${WEBVIEW} Line/7.4.0/IAB`],
    [
      'LINE',
      'ios',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 10_2_1 like Mac OS X) AppleWebKit/602.4.6 (KHTML, like Gecko) Mobile/14D27 Safari Line/7.3.2',
    ],
    [
      'WeChat',
      'android',
      'Mozilla/5.0 (Linux; Android 9; Redmi Note 5 Build/PKQ1.180904.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/78.0.3904.62 XWEB/2853 MMWEBSDK/201201 Mobile Safari/537.36 MMWEBID/1119 MicroMessenger/7.0.22.1820(0x2700163B) Process/toolsmp WeChat/arm64 Weixin NetType/WIFI Language/en ABI/arm64',
    ],
    [
      'WeChat',
      'ios',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.22(0x18001626) NetType/WIFI Language/zh_CN',
    ],
    [
      'Viber',
      'android',
      'Mozilla/5.0 (Linux; Android 9; SM-G955U Build/PPR1.180610.011; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/79.0.3945.93 Mobile Safari/537.36 Viber/12.1.0.11',
    ],
    ['KakaoTalk', 'android', `${SM_G988N};KAKAOTALK 2409760`],
    [
      'KakaoTalk',
      'ios',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1 KAKAOTALK/11.3.1 (INAPP)',
    ],
  ]
  for (const [app, platform, userAgent] of inside) {
    it(`returns ${app} on ${platform} for …${userAgent.slice(-60)}`, () => {
      expect(inAppOf(userAgent)).to.deep.equal({ app, platform })
    })
  }

  const outside: [userAgent: string, name: string][] = [
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/121.0.0.0 Mobile Safari/537.36',
      'Chrome',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.4 Mobile/15E148 Safari/604.1',
      'Safari',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/130.1  Mobile/15E148 Safari/605.1.15',
      'Firefox on a phone',
    ],
    [
      'Mozilla/5.0 (Linux; U; Android 6.0.1; zh-tw; Redmi Note 3 Build/MMB29M) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/53.0.2785.146 Mobile Safari/537.36 XiaoMi/MiuiBrowser/8.5.8',
      'the browser of a phone maker',
    ],
    [WEBVIEW, 'a web view that does not name its app'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_4) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.6.0 Chrome/45.0.2454.101 Safari/537.36 Viber',
      'an app on a computer, where the page shows a QR code instead',
    ],
    ['facebookexternalhit/1.1;kakaotalk-scrap/1.0;', 'a crawler that creates a preview'],
    ['', 'an empty user agent'],
  ]
  for (const [userAgent, name] of outside) {
    it(`returns null for ${name}`, () => {
      expect(inAppOf(userAgent)).to.equal(null)
    })
  }
})

describe('isPhone', () => {
  it('returns true for a phone and false for a computer', () => {
    expect(isPhone(IPHONE)).to.equal(true)
    expect(isPhone('Mozilla/5.0 (Android 4.4.2; Mobile; rv:53.0) Gecko/53.0 Firefox/53.0')).to.equal(true)
    expect(isPhone('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).to.equal(false)
  })
})

describe('exitLink', () => {
  const url = 'https://pay.example/checkout/41/s3cret?lang=mn'
  const cases: [app: string, platform: 'android' | 'ios', link: string | null][] = [
    ['Facebook', 'android', 'intent://pay.example/checkout/41/s3cret?lang=mn#Intent;scheme=https;end'],
    ['Facebook', 'ios', null],
    ['Messenger', 'android', null],
    ['Instagram', 'ios', `instagram://extbrowser/?url=${encodeURIComponent(url)}`],
    ['Instagram', 'android', `instagram://extbrowser/?url=${encodeURIComponent(url)}`],
    ['LINE', 'ios', `${url}&openExternalBrowser=1`],
    ['KakaoTalk', 'android', `kakaotalk://web/openExternal?url=${encodeURIComponent(url)}`],
    ['TikTok', 'android', null],
    ['WeChat', 'android', null],
    ['Viber', 'android', null],
  ]
  for (const [app, platform, link] of cases) {
    it(`returns ${link ?? 'null, since no link is known to work,'} for ${app} on ${platform}`, () => {
      expect(exitLink({ app, platform } as Parameters<typeof exitLink>[0], url)).to.equal(link)
    })
  }

  it('keeps http if the service uses http', () => {
    expect(exitLink({ app: 'Facebook', platform: 'android' }, 'http://localhost:3000/i/1/x')).to.equal(
      'intent://localhost:3000/i/1/x#Intent;scheme=http;end',
    )
  })
})
