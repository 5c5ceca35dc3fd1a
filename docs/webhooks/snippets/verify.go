// Go 1.21 or newer. headers: as net/http gives them. body: the raw body, from io.ReadAll.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
)

const tolerance = 300 // seconds

// IsGenuine tells whether a delivery is genuine and fresh, by its Standard Webhooks headers.
func IsGenuine(body []byte, headers http.Header, secret string, now int64) bool {
	timestamp := headers.Get("Webhook-Timestamp")
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now-sent > tolerance || sent-now > tolerance {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(headers.Get("Webhook-Id") + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(headers.Get("Webhook-Signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return true
		}
	}
	return false
}

// IsGenuinePlain is the simpler check: the hex HMAC-SHA256 of the raw body. It tells nothing about when it was sent.
func IsGenuinePlain(body []byte, headers http.Header, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(headers.Get("Tolbor-Signature")))
}
