# Ruby 2.7 or newer. `headers`: names in lower case. `body`: the raw body of the request.
require 'openssl'

TOLERANCE = 300 # seconds

# Whether a delivery is genuine and fresh, by its Standard Webhooks headers.
def genuine?(body, headers, secret, now = Time.now.to_i)
  timestamp = headers['webhook-timestamp'].to_s
  return false unless timestamp.match?(/\A\d+\z/) && (now - timestamp.to_i).abs <= TOLERANCE

  key = secret.delete_prefix('whsec_').unpack1('m')
  signed = "#{headers['webhook-id']}.#{timestamp}.".b + body.b
  expected = "v1,#{[OpenSSL::HMAC.digest('SHA256', key, signed)].pack('m0')}"
  headers['webhook-signature'].to_s.split.any? { |given| same?(expected, given) }
end

# The simpler check: the hex HMAC-SHA256 of the raw body. It tells nothing about when it was sent.
def genuine_plain?(body, headers, secret)
  same?(OpenSSL::HMAC.hexdigest('SHA256', secret, body), headers['tolbor-signature'].to_s)
end

def same?(expected, given)
  expected.bytesize == given.bytesize && OpenSSL.fixed_length_secure_compare(expected, given)
end
